import { escapeHtml } from "./escape_html.ts";
import { DEEPEST, type Meter, renderInline } from "./markdown_inline.ts";

interface Rendering {
  firstHeading?: number;
  meter?: Meter;
}

/** Every tag is created here and every text escaped, so input can't become markup. */
export function renderMarkdown(
  text: string,
  { firstHeading = 3, meter = { steps: 0 } }: Rendering = {},
): string {
  const lines = text.replace(/\r\n?/g, "\n").replaceAll("\t", "    ").split("\n");
  const highest = Math.min(6, ...lines.map((line) => HEADING.exec(line)?.[1]?.length ?? 6));
  return renderBlocks(lines, { firstHeading: firstHeading + 1 - highest, meter, depth: 0 });
}

interface Place extends Required<Rendering> {
  depth: number;
}

/** None of these can backtrack: matching is linear. */
const FENCE = /^ {0,3}(```|~~~)/;
const HEADING = /^ {0,3}(#{1,6})\s/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])(?: +|$)/;
const RULES = ["-", "*", "_"];

function renderBlocks(lines: readonly string[], place: Place): string {
  if (place.depth > DEEPEST) return `<p>${escapeHtml(lines.join(" "))}</p>`;
  let html = "";
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    if (line.trim() === "") {
      at += 1;
      continue;
    }
    const take = takerOf(line, place.meter);
    const taken = take(lines, at, place);
    html += taken.html;
    at = taken.next;
  }
  return html;
}

interface ReadBlock {
  html: string;
  next: number;
}
type BlockReader = (lines: readonly string[], at: number, place: Place) => ReadBlock;

function takerOf(line: string, meter: Meter): BlockReader {
  meter.steps += line.length + 1;
  if (markOfFence(line) !== null) return takeFence;
  if (HEADING.test(line)) return takeHeading;
  if (isRule(line)) return takeRule;
  if (QUOTE.test(line)) return takeQuote;
  if (ITEM.test(line)) return takeList;
  return takeParagraph;
}

function markOfFence(line: string): string | null {
  const char = FENCE.exec(line)?.[1]?.[0];
  if (char === undefined) return null;
  const from = line.indexOf(char);
  let end = from;
  while (line[end] === char) end += 1;
  return line.includes("`", end) ? null : line.slice(from, end);
}

function isRule(line: string): boolean {
  const marks = line.replaceAll(" ", "");
  const char = marks[0] ?? "";
  return /^ {0,3}\S/.test(line) && marks.length >= 3 && RULES.includes(char) && isRunOf(marks, char);
}

function isRunOf(text: string, char: string): boolean {
  for (const own of text) if (own !== char) return false;
  return true;
}

function takeFence(lines: readonly string[], at: number, { meter }: Place): ReadBlock {
  const mark = markOfFence(lines[at] ?? "") ?? "```";
  let next = at + 1;
  const code: string[] = [];
  while (next < lines.length && !isFenceEnd(lines[next] ?? "", mark)) {
    meter.steps += (lines[next] ?? "").length + 1;
    code.push(lines[next] ?? "");
    next += 1;
  }
  return { html: `<pre tabindex="0"><code>${escapeHtml(code.join("\n"))}</code></pre>`, next: next + 1 };
}

function isFenceEnd(line: string, mark: string): boolean {
  const text = line.trim();
  return text.length >= mark.length && isRunOf(text, mark[0] ?? "`");
}

function takeHeading(lines: readonly string[], at: number, { firstHeading, meter }: Place): ReadBlock {
  const line = lines[at] ?? "";
  const [mark = "", signs = "#"] = HEADING.exec(line) ?? [];
  const level = Math.min(6, firstHeading - 1 + signs.length);
  const text = withoutClosingSigns(line.slice(mark.length).trim());
  return { html: `<h${level}>${renderInline(text, meter)}</h${level}>`, next: at + 1 };
}

function withoutClosingSigns(text: string): string {
  let end = text.length;
  while (text[end - 1] === "#") end -= 1;
  const isClosed = end < text.length && /\s/.test(text[end - 1] ?? "");
  return isClosed ? text.slice(0, end).trimEnd() : text;
}

function takeRule(_lines: readonly string[], at: number): ReadBlock {
  return { html: "<hr>", next: at + 1 };
}

function takeQuote(lines: readonly string[], at: number, place: Place): ReadBlock {
  let next = at;
  const inside: string[] = [];
  while (next < lines.length && QUOTE.test(lines[next] ?? "")) {
    place.meter.steps += (lines[next] ?? "").length;
    inside.push((lines[next] ?? "").replace(QUOTE, ""));
    next += 1;
  }
  const html = renderBlocks(inside, { ...place, depth: place.depth + 1 });
  return { html: `<blockquote>${html}</blockquote>`, next };
}

function takeList(lines: readonly string[], at: number, place: Place): ReadBlock {
  const first = ITEM.exec(lines[at] ?? "");
  const isOrdered = /\d/.test(first?.[2] ?? "");
  const items: string[][] = [];
  let indent = 0;
  let next = at;
  while (next < lines.length) {
    const line = lines[next] ?? "";
    place.meter.steps += line.length + 1;
    const isDeeper = items.length > 0 && line.search(/\S/) >= indent;
    const mark = isDeeper || isRule(line) ? null : ITEM.exec(line);
    if (mark && /\d/.test(mark[2] ?? "") === isOrdered) {
      indent = mark[0].length;
      items.push([line.slice(indent)]);
    } else if (line.trim() === "") {
      const after = lines[next + 1] ?? "";
      if (!isInside(after, indent) && !ITEM.test(after)) break;
      items.at(-1)?.push("");
    } else if (isInside(line, indent)) {
      items.at(-1)?.push(line.slice(Math.min(indent, line.search(/\S/))));
    } else if (takerOf(line, place.meter) === takeParagraph && (lines[next - 1] ?? "").trim() !== "") {
      items.at(-1)?.push(line.trim());
    } else {
      break;
    }
    next += 1;
  }
  const start = Number.parseInt(first?.[2] ?? "1", 10);
  const open = isOrdered ? (start === 1 ? "<ol>" : `<ol start="${start}">`) : "<ul>";
  const html = items.map((item) => `<li>${renderItem(item, place)}</li>`).join("");
  return { html: `${open}${html}${isOrdered ? "</ol>" : "</ul>"}`, next };
}

function isInside(line: string, indent: number): boolean {
  return line.trim() !== "" && line.search(/\S/) >= Math.min(indent, 2);
}

function renderItem(lines: readonly string[], place: Place): string {
  const html = renderBlocks(lines, { ...place, depth: place.depth + 1 });
  place.meter.steps += html.length;
  const only = /^<p>((?:(?!<p>)[\s\S])*?)<\/p>((?:<[uo]l[\s\S]*)?)$/.exec(html);
  return only ? `${only[1]}${only[2]}` : html;
}

function takeParagraph(lines: readonly string[], at: number, { meter }: Place): ReadBlock {
  let next = at + 1;
  while (next < lines.length) {
    const line = lines[next] ?? "";
    if (line.trim() === "" || takerOf(line, meter) !== takeParagraph) break;
    next += 1;
  }
  const text = lines
    .slice(at, next)
    .map((line) => line.trimStart())
    .join("\n");
  return { html: `<p>${renderInline(text.trimEnd(), meter)}</p>`, next };
}
