import { toBase64, toHex, utf8 } from "./bytes.ts";
import { readWritten } from "./written_text.ts";

const SHORT = 4;
const BASE64 = /[\w+/-]/;
const WORD_BEFORE = /[\p{L}\p{N}]$/u;
const WORD_BEHIND = /^[\p{L}\p{N}]/u;

interface Hider {
  add(secret: string): void;
  hide(text: string): string;
}

interface Span {
  start: number;
  end: number;
}

interface Needle {
  text: string;
  widen(text: string, span: Span): Span | null;
}

/**
 * Hides secrets in text from others in any encoding they may echo: plain, URL-encoded, JSON, HTML, hex, and
 * base64 alone or among other bytes. Linear time.
 */
export function makeHider(mark: string): Hider {
  const secrets = new Set<string>();
  let needles: Needle[] | null = null;

  return {
    add(secret) {
      const bare = secret.trim();
      if (bare === "" || secrets.has(bare)) return;
      secrets.add(bare);
      needles = null;
    },
    hide(text) {
      if (secrets.size === 0 || text === "") return text;
      needles ??= [...secrets].flatMap(needlesOf);
      const spans = findSpans(text, needles);
      return spans.length === 0 ? text : replaceSpans(text, spans, mark);
    },
  };
}

function needlesOf(secret: string): Needle[] {
  if (secret.length < SHORT) return [{ text: secret, widen: standsAlone }];
  const bytes = utf8(secret);
  const hex = toHex(bytes);
  const plain = [secret, hex, hex.toUpperCase()].map((text) => ({ text, widen: asIs }));
  const cores = [0, 1, 2].map((offset) => base64Core(bytes, offset));
  const urlSafe = cores.map((core) => core.replaceAll("+", "-").replaceAll("/", "_"));
  const encoded = [...new Set([...cores, ...urlSafe])].filter((core) => core.length >= SHORT);
  return [...plain, ...encoded.map((text) => ({ text, widen: toWholeRun }))];
}

/** The base64 characters that depend only on these bytes, when they start at this offset in a group of three. */
function base64Core(bytes: Uint8Array, offset: number): string {
  const padded = new Uint8Array(offset + bytes.length);
  padded.set(bytes, offset);
  return toBase64(padded).slice(Math.ceil((offset * 8) / 6), Math.floor((padded.length * 8) / 6));
}

function findSpans(text: string, needles: readonly Needle[]): Span[] {
  const spans = findIn(text, needles);
  for (const { text: written, places } of readWritten(text))
    for (const { start, end } of findIn(written, needles))
      spans.push({ start: places[start] ?? 0, end: places[end] ?? text.length });
  return spans;
}

function findIn(text: string, needles: readonly Needle[]): Span[] {
  const spans: Span[] = [];
  for (const { text: needle, widen } of needles) {
    let start = text.indexOf(needle);
    while (start >= 0) {
      const span = widen(text, { start, end: start + needle.length });
      if (span) spans.push(span);
      start = text.indexOf(needle, span?.end ?? start + 1);
    }
  }
  return spans;
}

function asIs(_text: string, span: Span): Span {
  return span;
}

function standsAlone(text: string, span: Span): Span | null {
  const isAlone =
    !WORD_BEFORE.test(text.slice(Math.max(0, span.start - 2), span.start)) &&
    !WORD_BEHIND.test(text.slice(span.end, span.end + 2));
  return isAlone ? span : null;
}

/** Neighbouring characters of the same base64 run hold bits of the secret at both ends. */
function toWholeRun(text: string, span: Span): Span {
  let { start, end } = span;
  while (start > 0 && BASE64.test(text[start - 1] ?? "")) start -= 1;
  while (BASE64.test(text[end] ?? "") || text[end] === "=") end += 1;
  return { start, end };
}

function replaceSpans(text: string, spans: readonly Span[], mark: string): string {
  let hidden = "";
  let from = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start >= from) hidden += text.slice(from, start) + mark;
    from = Math.max(from, end);
  }
  return hidden + text.slice(from);
}
