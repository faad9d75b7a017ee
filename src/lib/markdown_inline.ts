import { escapeHtml } from "./escape_html.ts";

/** Counts inspected characters: tests use it to prove linear time. */
export interface Meter {
  steps: number;
}

export const DEEPEST = 8;

const LONGEST_CODE = 2000;
const LONGEST_EMPHASIS = 1000;
const PUNCTUATION = new Set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~");
const LETTER = /[\p{L}\p{N}]/u;
const LETTER_OR_LINE = /[\p{L}\p{N}_]/u;
const AFTER_ADDRESS = new Set(".,:;\"')]!?");
const WEB = ["http://", "https://"];

type Mark = "**" | "__" | "~~" | "*" | "_";
const TAGS: Record<Mark, string> = { "**": "strong", __: "strong", "~~": "s", "*": "em", _: "em" };

interface Span {
  html: string;
  next: number;
}

interface Closers {
  at: number[];
  from: number;
}

interface Line {
  text: string;
  depth: number;
  meter: Meter;
  ends: ReadonlyMap<Mark, Closers>;
  ticks: ReadonlyMap<number, Closers>;
}

/** Linear: precomputed closers show what is never closed, and an address or label ends where another could begin. */
export function renderInline(text: string, meter: Meter, depth = 0): string {
  if (depth > DEEPEST) return escapeHtml(text);
  const line: Line = { text, depth, meter, ends: findEnds(text, meter), ticks: findTicks(text, meter) };
  let html = "";
  let plainFrom = 0;
  let at = 0;
  while (at < text.length) {
    meter.steps += 1;
    const span = takeSpan(line, at);
    if (typeof span === "number") {
      at = span;
      continue;
    }
    html += escapeHtml(text.slice(plainFrom, at)) + span.html;
    at = span.next;
    plainFrom = at;
  }
  return html + escapeHtml(text.slice(plainFrom));
}

function takeSpan(line: Line, at: number): Span | number {
  const { text } = line;
  switch (text[at]) {
    case "\\":
      return takeEscape(text, at) ?? at + 1;
    case "`":
      return takeCode(line, at);
    case "<":
      return takeAutolink(line, at) ?? at + 1;
    case "!":
      return text[at + 1] === "[" ? (takeLink(line, at, at + 2) ?? at + 1) : at + 1;
    case "[":
      return takeLink(line, at, at + 1) ?? at + 1;
    case "*":
    case "_":
    case "~":
      return takeEmphasis(line, at) ?? at + 1;
    case "\n":
      return { html: "\n", next: at + 1 };
    case " ":
      return takeBlanks(line, at);
    case "h":
      return takeAddress(line, at) ?? at + 1;
    default:
      return at + 1;
  }
}

function takeEscape(text: string, at: number): Span | null {
  const next = text[at + 1] ?? "";
  if (next === "\n") return { html: "<br>", next: at + 2 };
  return PUNCTUATION.has(next) ? { html: escapeHtml(next), next: at + 2 } : null;
}

function takeBlanks({ text, meter }: Line, at: number): Span | number {
  const end = skip(text, at, meter, (char) => char === " ");
  return text[end] === "\n" && end - at >= 2 ? { html: "<br>", next: end + 1 } : end;
}

function takeCode({ text, ticks, meter }: Line, at: number): Span | number {
  const from = skip(text, at, meter, (char) => char === "`");
  const end = nextEnd(ticks.get(from - at), from + 1, meter);
  if (end === null || end - from > LONGEST_CODE + 1) return from;
  const code = text.slice(from, end).replaceAll("\n", " ").trim();
  return { html: `<code>${escapeHtml(code)}</code>`, next: end + from - at };
}

function takeAutolink({ text, meter }: Line, at: number): Span | null {
  const start = ["mailto:", ...WEB].find((scheme) => text.startsWith(scheme, at + 1));
  if (start === undefined) return null;
  const from = at + 1 + start.length;
  const end = skip(text, from, meter, isAddressPart);
  if (end === from || text[end] !== ">") return null;
  const target = text.slice(at + 1, end);
  const html = escapeHtml(target.replace(/^mailto:/, ""));
  return { html: renderLink(target, html, text.slice(at, end + 1)), next: end + 1 };
}

function takeLink(line: Line, at: number, from: number): Span | null {
  const { text, meter, depth } = line;
  const labelEnd = endOfLabel(text, from, meter);
  if (labelEnd === null || text[labelEnd + 1] !== "(") return null;
  let end = skip(text, labelEnd + 2, meter, isBlank);
  if (text[end] === "<") end += 1;
  const targetFrom = end;
  end = endOfTarget(text, end, meter);
  const target = text.slice(targetFrom, end);
  if (text[end] === ">") end += 1;
  const afterTarget = end;
  end = skip(text, end, meter, isBlank);
  if (end > afterTarget && text[end] === '"') {
    end = skip(text, end + 1, meter, (char) => char !== '"');
    if (text[end] !== '"') return null;
    end = skip(text, end + 1, meter, isBlank);
  }
  if (text[end] !== ")") return null;
  const next = end + 1;
  const label = renderInline(text.slice(from, labelEnd), meter, depth + 1);
  return { html: renderLink(target, label, text.slice(at, next)), next };
}

function endOfLabel(text: string, from: number, meter: Meter): number | null {
  let at = from;
  while (at < text.length) {
    meter.steps += 1;
    const char = text[at];
    if (char === "]") return at;
    if (char === "[") return null;
    at += char === "\\" && at + 1 < text.length && text[at + 1] !== "\n" ? 2 : 1;
    if (char === "\\" && text[at] === "\n") return null;
  }
  return null;
}

function endOfTarget(text: string, from: number, meter: Meter): number {
  let at = skip(text, from, meter, isTargetPart);
  while (text[at] === "(") {
    const close = skip(text, at + 1, meter, isTargetPart);
    if (text[close] !== ")") return at;
    at = skip(text, close + 1, meter, isTargetPart);
  }
  return at;
}

function takeEmphasis(line: Line, at: number): Span | null {
  const { text } = line;
  const char = text[at] ?? "";
  const double = char + char;
  const mark = (text.startsWith(double, at) ? double : char) as Mark | "~";
  return mark === "~" ? null : takeMarked(line, at, mark);
}

function takeMarked({ text, ends, meter, depth }: Line, at: number, mark: Mark): Span | null {
  const from = at + mark.length;
  const first = text[from] ?? " ";
  if (isBlank(first) || (mark.length === 1 && (first === "*" || first === "_"))) return null;
  const end = nextEnd(ends.get(mark), from + 1, meter);
  if (end === null || end - from > LONGEST_EMPHASIS + 1) return null;
  const next = end + mark.length;
  if (mark.startsWith("_") && LETTER.test(text[at - 1] ?? ""))
    return { html: escapeHtml(text.slice(at, next)), next };
  const tag = TAGS[mark];
  return { html: `<${tag}>${renderInline(text.slice(from, end), meter, depth + 1)}</${tag}>`, next };
}

function takeAddress({ text, meter }: Line, at: number): Span | null {
  const scheme = WEB.find((start) => text.startsWith(start, at));
  if (scheme === undefined) return null;
  const from = at + scheme.length;
  let end = skip(text, from, meter, isAddressPart);
  while (end > from && AFTER_ADDRESS.has(text[end - 1] ?? "")) {
    meter.steps += 1;
    end -= 1;
  }
  if (end === from) return null;
  const address = text.slice(at, end);
  return { html: renderLink(address, escapeHtml(address), address), next: end };
}

function renderLink(target: string, html: string, written: string): string {
  const url = URL.canParse(target) ? new URL(target) : null;
  if (!url || !["http:", "https:", "mailto:"].includes(url.protocol)) return escapeHtml(written);
  const inside = html.replace(/<\/?a\b[^>]*>/g, "");
  return `<a href="${escapeHtml(url.href)}" rel="nofollow noopener">${inside}</a>`;
}

function findEnds(text: string, meter: Meter): ReadonlyMap<Mark, Closers> {
  const found = new Map<Mark, Closers>();
  const add = (mark: Mark, at: number) => {
    const own = found.get(mark);
    if (own) own.at.push(at);
    else found.set(mark, { at: [at], from: 0 });
  };
  for (let at = 1; at < text.length; at++) {
    meter.steps += 1;
    const char = text[at];
    if (char !== "*" && char !== "_" && char !== "~") continue;
    const before = text[at - 1] ?? " ";
    if (isBlank(before)) continue;
    const after = text[at + 1] ?? "";
    if (after === char && (char === "~" || !isStarOrLine(text[at + 2]))) add(`${char}${char}` as Mark, at);
    if (char !== "~" && !isStarOrLine(before) && !LETTER_OR_LINE.test(wholeAt(text, at + 1))) add(char, at);
  }
  return found;
}

function findTicks(text: string, meter: Meter): ReadonlyMap<number, Closers> {
  const found = new Map<number, Closers>();
  for (let at = text.indexOf("`"); at >= 0 && at < text.length; ) {
    const end = skip(text, at, meter, (char) => char === "`");
    const own = found.get(end - at);
    if (own) own.at.push(at);
    else found.set(end - at, { at: [at], from: 0 });
    const next = text.indexOf("`", end);
    if (next < 0) break;
    meter.steps += next - end;
    at = next;
  }
  return found;
}

function nextEnd(ends: Closers | undefined, from: number, meter: Meter): number | null {
  if (!ends) return null;
  while ((ends.at[ends.from] ?? Infinity) < from) {
    meter.steps += 1;
    ends.from += 1;
  }
  return ends.at[ends.from] ?? null;
}

function skip(text: string, from: number, meter: Meter, isPart: (char: string) => boolean): number {
  let at = from;
  while (at < text.length && isPart(text[at] ?? "")) at += 1;
  meter.steps += at - from + 1;
  return at;
}

function isBlank(char: string): boolean {
  return char.trim() === "";
}

function isAddressPart(char: string): boolean {
  return char !== "<" && char !== ">" && !isBlank(char);
}

function isTargetPart(char: string): boolean {
  return char !== "(" && char !== ")" && isAddressPart(char);
}

function isStarOrLine(char: string | undefined): boolean {
  return char === "*" || char === "_";
}

function wholeAt(text: string, at: number): string {
  const point = text.codePointAt(at);
  return point === undefined ? "" : String.fromCodePoint(point);
}
