const LINE_END = /^\\\r?\n/;
const WORD = /^(?:\\[\s\S]|'[^']*'|\$'(?:\\[\s\S]|[^'\\])*'|"(?:\\[\s\S]|[^"\\])*"|[^\s'"\\])/;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** The commands in a shell script, one list of words each; null if a quote is left open. */
export function splitCommands(script: string): string[][] | null {
  const commands: string[][] = [[]];
  let word: string | null = null;
  let rest = script.trim();
  const endWord = () => {
    if (word !== null) commands.at(-1)?.push(word);
    word = null;
  };
  while (rest !== "") {
    const joined = LINE_END.exec(rest)?.[0];
    const part = joined ?? WORD.exec(rest)?.[0];
    if (part === undefined && /^\S/.test(rest)) return null;
    if (part === undefined || joined) endWord();
    else word = (word ?? "") + unquote(part);
    if (part === undefined && rest.startsWith("\n")) commands.push([]);
    rest = rest.slice(part?.length ?? 1);
  }
  endWord();
  return commands.filter((words) => words.length > 0);
}

function unquote(part: string): string {
  if (part.startsWith("'")) return part.slice(1, -1);
  if (part.startsWith("$'"))
    return part.slice(2, -1).replaceAll(/\\([\s\S])/g, (_, char: string) => ESCAPES[char] ?? char);
  if (part.startsWith('"'))
    return part.slice(1, -1).replaceAll(/\\(?:\r?\n|([$`"\\]))/g, (_, char?: string) => char ?? "");
  return part.startsWith("\\") ? part.slice(1) : part;
}
