import { unescapeHtml } from "./escape_html.ts";
import { renderMarkdown } from "./markdown.ts";

export function markdownText(text: string): string {
  const html = renderMarkdown(text)
    .replace(/<\/(?:p|li|h[1-6]|blockquote|pre)>|<br>|<hr>/g, " ")
    .replace(/<[^>]*>/g, "");
  return unescapeHtml(html).replace(/\s+/g, " ").trim();
}

const TOKEN = /<(\/?)([a-z]+\d?)([^>]*)>|[^<]+/g;
type Tokens = Iterator<RegExpExecArray>;

export function markdownLines(markdown: string): string {
  return readInside(renderMarkdown(markdown).matchAll(TOKEN), "");
}

function readInside(tokens: Tokens, element: string): string {
  let joined = "";
  let line = "";
  const add = (block: string, glue: string) => {
    if (block !== "") joined += joined === "" ? block : glue + block;
  };
  const endLine = () => {
    add(line.replace(/ *\n */g, "\n").trim(), "\n\n");
    line = "";
  };
  for (let next = tokens.next(); !next.done; next = tokens.next()) {
    const [whole, slash, tag, attributes = ""] = next.value;
    if (tag === undefined) line += unescapeHtml(whole).replace(/\s+/g, " ");
    else if (slash !== "") {
      if (tag === element) break;
    } else if (tag === "a") line += readLink(tokens, attributes);
    else if (tag === "br") line += "\n";
    else if (isBlock(tag)) {
      endLine();
      add(readBlock(tokens, tag, attributes), element === "li" && /^[uo]l$/.test(tag) ? "\n" : "\n\n");
    }
  }
  endLine();
  return joined;
}

function isBlock(tag: string): boolean {
  return /^(?:p|h\d|hr|pre|blockquote|[uo]l)$/.test(tag);
}

function readBlock(tokens: Tokens, tag: string, attributes: string): string {
  if (tag === "hr") return "* * *";
  if (tag === "pre") return readCode(tokens);
  if (tag === "ul") return readItems(tokens, tag, () => "- ");
  if (tag === "ol") {
    const first = Number(/\d+/.exec(attributes)?.[0] ?? "1");
    return readItems(tokens, tag, (index) => `${first + index}. `);
  }
  const text = readInside(tokens, tag);
  return tag === "blockquote" ? withMarks(text, { first: "> ", next: "> " }) : text;
}

function readCode(tokens: Tokens): string {
  let code = "";
  for (let next = tokens.next(); !next.done; next = tokens.next()) {
    const [whole, , tag] = next.value;
    if (tag === "pre") break;
    if (tag === undefined) code += unescapeHtml(whole);
  }
  return withMarks(code, { first: "    ", next: "    " });
}

function readItems(tokens: Tokens, list: string, markOf: (index: number) => string): string {
  const items: string[] = [];
  for (let next = tokens.next(); !next.done && next.value[2] !== list; next = tokens.next()) {
    if (next.value[2] !== "li") continue;
    const first = markOf(items.length);
    items.push(withMarks(readInside(tokens, "li"), { first, next: " ".repeat(first.length) }));
  }
  return items.join("\n");
}

function readLink(tokens: Tokens, attributes: string): string {
  const label = readInside(tokens, "a");
  const url = unescapeHtml(/href="([^"]*)"/.exec(attributes)?.[1] ?? "");
  const bare = (text: string) => text.replace(/^mailto:/, "").replace(/\/$/, "");
  return bare(label) === bare(url) ? label : `${label} (${url})`.trim();
}

function withMarks(text: string, { first, next }: { first: string; next: string }): string {
  return text
    .split("\n")
    .map((line, index) => `${index === 0 ? first : next}${line}`.trimEnd())
    .join("\n");
}
