import { utf8 } from "./bytes.ts";

const PERCENT = String.raw`(?:%[\da-f]{2})+`;
const JSON_ESCAPE = String.raw`\\u[\da-f]{4}|\\.`;
const ENTITY = String.raw`&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});`;
/** Each alone, because the result may look like another's escape; and mixed, as in JSON that holds an address. */
const WAYS = [
  PERCENT,
  String.raw`${PERCENT}|\+`,
  JSON_ESCAPE,
  ENTITY,
  [PERCENT, JSON_ESCAPE, ENTITY].join("|"),
];
const ESCAPES = WAYS.map((way) => new RegExp(way, "gi"));
const MOST_LAYERS = 2;
const LETTERS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

interface WrittenText {
  text: string;
  places: number[];
}

export function* readWritten(text: string): Generator<WrittenText> {
  for (const escapes of ESCAPES) {
    let read = undo(text, escapes);
    for (let layer = 1; read; layer++) {
      yield read;
      if (layer === MOST_LAYERS) break;
      const { places } = read;
      const inner = undo(read.text, escapes);
      read = inner && { text: inner.text, places: inner.places.map((at) => places[at] ?? 0) };
    }
  }
}

function undo(text: string, escapes: RegExp): WrittenText | null {
  const parts: string[] = [];
  const places: number[] = [];
  let from = 0;
  const keepUpTo = (end: number) => {
    parts.push(text.slice(from, end));
    for (; from < end; from++) places.push(from);
  };
  for (const { index, 0: escaped } of text.matchAll(escapes)) {
    const units = decodeEscape(escaped);
    if (!units) continue;
    keepUpTo(index);
    for (const { text: unit, length } of units) {
      parts.push(unit);
      for (let i = 0; i < unit.length; i++) places.push(from);
      from += length;
    }
  }
  if (from === 0) return null;
  keepUpTo(text.length);
  return { text: parts.join(""), places: [...places, text.length] };
}

interface Unit {
  text: string;
  length: number;
}

function decodeEscape(escaped: string): Unit[] | null {
  const { length } = escaped;
  const whole = (text: string) => [{ text, length }];
  if (escaped === "+") return whole(" ");
  if (escaped[0] === "%") return decodeBytes(escaped);
  if (escaped[0] === "\\") {
    if (length > 2) return whole(String.fromCharCode(Number.parseInt(escaped.slice(2), 16)));
    return whole(LETTERS[escaped[1] ?? ""] ?? escaped.slice(1));
  }
  const name = escaped.slice(1, -1).toLowerCase();
  if (!name.startsWith("#")) return NAMED[name] ? whole(NAMED[name]) : null;
  const code = name[1] === "x" ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? whole(String.fromCodePoint(code)) : null;
}

function decodeBytes(escaped: string): Unit[] {
  try {
    return Array.from(decodeURIComponent(escaped), (text) => ({ text, length: utf8(text).length * 3 }));
  } catch {
    return Array.from(escaped.matchAll(/%(..)/g), ([written, hex]) => ({
      text: String.fromCharCode(Number.parseInt(hex ?? "", 16)),
      length: written.length,
    }));
  }
}
