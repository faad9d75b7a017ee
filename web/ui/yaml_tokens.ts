import { escapeHtml } from "../../src/lib/escape_html.ts";

/** Longer text is shown plain: coloring it would make typing slow. */
const MOST_CHARACTERS = 200_000;

const LINE = /^(\s*(?:- +)*)((?:"[^"]*"|'[^']*'|[^\s#"'[{:][^:#]*):(?=\s|$))?(.*)$/;
const REST =
  /("(?:\\.|[^"\\])*"|'(?:''|[^'])*')|(\s#.*$|^#.*$)|(?<![^\s,[{:])(true|false|null|-?\d+(?:\.\d+)?)(?![^\s,\]}])/g;

export function paintYaml(text: string): string | null {
  if (text.length > MOST_CHARACTERS) return null;
  return text.split("\n").map(paintLine).join("\n");
}

function paintLine(line: string): string {
  if (/^\s*#/.test(line)) return mark("comment", line);
  if (/^(?:---|\.\.\.)\s*$/.test(line)) return mark("mark", line);
  const [, start = "", key = "", rest = ""] = LINE.exec(line) ?? [];
  return escapeHtml(start) + (key === "" ? "" : mark("key", key)) + paintRest(rest);
}

function paintRest(text: string): string {
  let painted = "";
  let at = 0;
  for (const match of text.matchAll(REST)) {
    const [whole, string, comment] = match;
    painted += escapeHtml(text.slice(at, match.index));
    painted += mark(string ? "string" : comment ? "comment" : "value", whole);
    at = match.index + whole.length;
  }
  return painted + escapeHtml(text.slice(at));
}

function mark(kind: "comment" | "key" | "string" | "value" | "mark", text: string): string {
  return `<span class="code__${kind}">${escapeHtml(text)}</span>`;
}
