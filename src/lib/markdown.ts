import { escapeHtml } from "./escape_html.ts";

/** Deeper than anybody writes by hand: what lies below is shown as it was written. */
const DEEPEST = 8;

interface Rendering {
  /** What a heading of the first level becomes: 3 inside a card, for example. */
  firstHeading: number;
}

/**
 * Markdown as HTML that may stand on a page: headings, paragraphs, emphasis, code, links, lists, quotes, rules and
 * breaks. Every tag is written here and every text is escaped, so nothing that was written can become markup.
 */
export function renderMarkdown(text: string, { firstHeading }: Rendering = { firstHeading: 3 }): string {
  const lines = text.replace(/\r\n?/g, "\n").replaceAll("\t", "    ").split("\n");
  return renderBlocks(lines, { firstHeading, depth: 0 });
}

interface Place extends Rendering {
  depth: number;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})[^`]*$/;
const HEADING = /^ {0,3}(#{1,6})\s/;
const RULE = /^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])(?: +|$)/;

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
    const take = takerOf(line);
    const taken = take(lines, at, place);
    html += taken.html;
    at = taken.next;
  }
  return html;
}

interface Taken {
  html: string;
  next: number;
}
type Taker = (lines: readonly string[], at: number, place: Place) => Taken;

function takerOf(line: string): Taker {
  if (FENCE.test(line)) return takeFence;
  if (HEADING.test(line)) return takeHeading;
  if (RULE.test(line)) return takeRule;
  if (QUOTE.test(line)) return takeQuote;
  if (ITEM.test(line)) return takeList;
  return takeParagraph;
}

function takeFence(lines: readonly string[], at: number): Taken {
  const mark = FENCE.exec(lines[at] ?? "")?.[1] ?? "```";
  let next = at + 1;
  const code: string[] = [];
  while (next < lines.length && !isFenceEnd(lines[next] ?? "", mark)) {
    code.push(lines[next] ?? "");
    next += 1;
  }
  return { html: `<pre tabindex="0"><code>${escapeHtml(code.join("\n"))}</code></pre>`, next: next + 1 };
}

function isFenceEnd(line: string, mark: string): boolean {
  const text = line.trim();
  return text.length >= mark.length && text === (mark[0] ?? "`").repeat(text.length);
}

function takeHeading(lines: readonly string[], at: number, { firstHeading }: Place): Taken {
  const line = lines[at] ?? "";
  const [mark = "", signs = "#"] = HEADING.exec(line) ?? [];
  const level = Math.min(6, firstHeading - 1 + signs.length);
  const text = withoutClosingSigns(line.slice(mark.length).trim());
  return { html: `<h${level}>${renderInline(text)}</h${level}>`, next: at + 1 };
}

/** `# Heading #` may end as it began. */
function withoutClosingSigns(text: string): string {
  let end = text.length;
  while (text[end - 1] === "#") end -= 1;
  const isClosed = end < text.length && /\s/.test(text[end - 1] ?? "");
  return isClosed ? text.slice(0, end).trimEnd() : text;
}

function takeRule(_lines: readonly string[], at: number): Taken {
  return { html: "<hr>", next: at + 1 };
}

function takeQuote(lines: readonly string[], at: number, place: Place): Taken {
  let next = at;
  const inside: string[] = [];
  while (next < lines.length && QUOTE.test(lines[next] ?? "")) {
    inside.push((lines[next] ?? "").replace(QUOTE, ""));
    next += 1;
  }
  const html = renderBlocks(inside, { ...place, depth: place.depth + 1 });
  return { html: `<blockquote>${html}</blockquote>`, next };
}

function takeList(lines: readonly string[], at: number, place: Place): Taken {
  const first = ITEM.exec(lines[at] ?? "");
  const isOrdered = /\d/.test(first?.[2] ?? "");
  const items: string[][] = [];
  let indent = 0;
  let next = at;
  while (next < lines.length) {
    const line = lines[next] ?? "";
    const isDeeper = items.length > 0 && line.search(/\S/) >= indent;
    const mark = isDeeper || RULE.test(line) ? null : ITEM.exec(line);
    if (mark && /\d/.test(mark[2] ?? "") === isOrdered) {
      indent = mark[0].length;
      items.push([line.slice(indent)]);
    } else if (line.trim() === "") {
      const after = lines[next + 1] ?? "";
      if (!isInside(after, indent) && !ITEM.test(after)) break;
      items.at(-1)?.push("");
    } else if (isInside(line, indent)) {
      items.at(-1)?.push(line.slice(Math.min(indent, line.search(/\S/))));
    } else if (takerOf(line) === takeParagraph && (lines[next - 1] ?? "").trim() !== "") {
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

/** An item of one paragraph has no paragraph around it. */
function renderItem(lines: readonly string[], place: Place): string {
  const html = renderBlocks(lines, { ...place, depth: place.depth + 1 });
  const only = /^<p>((?:(?!<p>)[\s\S])*?)<\/p>((?:<[uo]l[\s\S]*)?)$/.exec(html);
  return only ? `${only[1]}${only[2]}` : html;
}

function takeParagraph(lines: readonly string[], at: number): Taken {
  let next = at + 1;
  while (next < lines.length) {
    const line = lines[next] ?? "";
    if (line.trim() === "" || takerOf(line) !== takeParagraph) break;
    next += 1;
  }
  const text = lines
    .slice(at, next)
    .map((line) => line.trimStart())
    .join("\n");
  return { html: `<p>${renderInline(text.trimEnd())}</p>`, next };
}

/**
 * In order of strength: what stands first is not looked into by what follows. A span ends within so many characters, and
 * runs of one character are tried from their beginning only: so no text can take longer than in proportion to its length.
 */
const INLINE =
  /\\([!-/:-@[-`{-~])|(?<!`)(`+)(?!`)([\s\S]{0,2000}?[^`])\2(?!`)|<((?:https?:\/\/|mailto:)[^\s<>]+)>|!?\[((?:[^[\]\\]|\\.)*)\]\(\s*<?([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)>?(?:\s+"[^"]*")?\s*\)|(\*\*|__)(?=\S)([\s\S]{0,1000}?\S)\7(?![*_])|([*_])(?=[^\s*_])([\s\S]{0,1000}?[^\s*_])\9(?![\p{L}\p{N}_])|(~~)(?=\S)([\s\S]{0,1000}?\S)\11|((?<! ) {2,}|\\)\n|\n|(https?:\/\/[^\s<>]*[^\s<>.,:;"')\]!?])/gu;

function renderInline(text: string, depth = 0): string {
  if (depth > DEEPEST) return escapeHtml(text);
  let html = "";
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    html += escapeHtml(text.slice(from, match.index));
    html += isInWord(text, match) ? escapeHtml(match[0]) : renderSpan(match, depth + 1);
    from = match.index + match[0].length;
  }
  return html + escapeHtml(text.slice(from));
}

/** snake_case_names are no emphasis. */
function isInWord(text: string, match: RegExpExecArray): boolean {
  const before = text[match.index - 1] ?? "";
  return match[0].startsWith("_") && /[\p{L}\p{N}]/u.test(before);
}

function renderSpan(match: RegExpExecArray, depth: number): string {
  const [whole, escaped, , code, auto, label, target, , strong, , emphasis, , struck, breaks, bare] = match;
  if (escaped !== undefined) return escapeHtml(escaped);
  if (code !== undefined) return `<code>${escapeHtml(code.replaceAll("\n", " ").trim())}</code>`;
  if (auto !== undefined) return renderLink(auto, escapeHtml(auto.replace(/^mailto:/, "")), whole);
  if (label !== undefined) return renderLink(target ?? "", renderInline(label, depth), whole);
  if (strong !== undefined) return `<strong>${renderInline(strong, depth)}</strong>`;
  if (emphasis !== undefined) return `<em>${renderInline(emphasis, depth)}</em>`;
  if (struck !== undefined) return `<s>${renderInline(struck, depth)}</s>`;
  if (bare !== undefined) return renderLink(bare, escapeHtml(bare), whole);
  return breaks === undefined ? "\n" : "<br>";
}

/** A link to anywhere but the web or a mailbox stays as it was written. */
function renderLink(target: string, html: string, written: string): string {
  const url = URL.canParse(target) ? new URL(target) : null;
  if (!url || !["http:", "https:", "mailto:"].includes(url.protocol)) return escapeHtml(written);
  const inside = html.replace(/<\/?a\b[^>]*>/g, "");
  return `<a href="${escapeHtml(url.href)}" rel="nofollow noopener">${inside}</a>`;
}
