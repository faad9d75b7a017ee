/** Words that YAML 1.1 or 1.2 doesn't read as text. */
const RESERVED = /^(y|n|yes|no|on|off|true|false|null|inf|nan)$/i;
/** Starts with a letter, so it can't be a number, date or time, and has no YAML syntax. */
const PLAIN = /^[\p{L}_/](?:[\p{L}\p{N}_./@+=&?%~()$*!;'-]|:(?=[^\s,[\]{}])|,(?=\S)| (?=[^\s#:]))*$/u;
const ESCAPED = /[\u007f-\u009f\u00ad\u2028\u2029\ufeff\ufffe\uffff]|\p{Cs}/gu;
/** YAML requires longer keys to be explicit (`?`). */
const LONGEST_NAME = 1000;

export function writeYaml(value: unknown): string {
  const lines: string[] = [];
  writeValue(lines, value, { indent: "", lead: "" });
  return `${lines.join("\n")}\n`;
}

interface Place {
  indent: string;
  lead: string;
}

function writeValue(lines: string[], value: unknown, { indent, lead }: Place): void {
  const start = lead === "" ? indent : `${lead} `;
  if (Array.isArray(value)) {
    if (value.length === 0) lines.push(`${start}[]`);
    else writeList(lines, value, { indent, lead });
  } else if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, part]) => part !== undefined);
    if (entries.length === 0) lines.push(`${start}{}`);
    else writeMap(lines, entries, { indent, lead });
  } else if (typeof value === "string" && isBlock(value)) {
    lines.push(`${start}|${value.endsWith("\n") ? "" : "-"}`);
    const text = value.endsWith("\n") ? value.slice(0, -1) : value;
    const inner = lead === "" ? `${indent}  ` : indent;
    for (const line of text.split("\n")) lines.push(line === "" ? "" : inner + line);
  } else lines.push(start + scalar(value));
}

function writeList(lines: string[], list: readonly unknown[], { indent, lead }: Place): void {
  if (lead !== "") lines.push(lead);
  for (const part of list) {
    const isNested = typeof part === "object" && part !== null && !Array.isArray(part);
    if (!isNested || Object.keys(part).length === 0) {
      writeValue(lines, part, { indent: `${indent}  `, lead: `${indent}-` });
      continue;
    }
    const own: string[] = [];
    writeValue(own, part, { indent: `${indent}  `, lead: "" });
    const [first = "", ...rest] = own;
    lines.push(`${indent}- ${first.slice(indent.length + 2)}`, ...rest);
  }
}

function writeMap(
  lines: string[],
  entries: readonly (readonly [string, unknown])[],
  { indent, lead }: Place,
): void {
  if (lead !== "") lines.push(lead);
  for (const [name, part] of entries) {
    const written = scalar(name);
    const isLong = written.length > LONGEST_NAME;
    if (isLong) lines.push(`${indent}? ${written}`);
    writeValue(lines, part, { indent: `${indent}  `, lead: isLong ? `${indent}:` : `${indent}${written}:` });
  }
}

function scalar(value: unknown): string {
  if (typeof value === "string") return isPlain(value) ? value : quote(value);
  // YAML 1.1 requires a decimal point before an exponent.
  if (typeof value === "number" && /e/.test(String(value)))
    return String(value).replace(/^(-?\d+)e/, "$1.0e");
  return String(value);
}

function isPlain(text: string): boolean {
  return text.length <= LONGEST_NAME && PLAIN.test(text) && !RESERVED.test(text);
}

/** JSON's form, with characters escaped that YAML 1.1 treats as line breaks or forbids. */
function quote(text: string): string {
  return JSON.stringify(text).replace(ESCAPED, (char) => {
    return [...Array(char.length).keys()]
      .map((i) => `\\u${char.charCodeAt(i).toString(16).padStart(4, "0")}`)
      .join("");
  });
}

function isBlock(text: string): boolean {
  const inner = text.endsWith("\n") ? text.slice(0, -1) : text;
  return (
    inner.includes("\n") &&
    /^[^\s#%]/.test(text) &&
    !inner.endsWith("\n") &&
    !/[^\P{Cc}\n\t]/u.test(text) &&
    text.search(ESCAPED) === -1 &&
    !/^\t|[ \t]$/m.test(text)
  );
}
