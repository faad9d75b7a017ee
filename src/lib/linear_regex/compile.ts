import { anyButLineEnd, codeTest, isWordCode, not, oneOf, rangeTest, readEscape } from "./code_class.ts";
import { alternatives, type CodeTest, type Piece, repeat, sequence } from "./program.ts";

const LONGEST_PATTERN = 500;
const LARGEST_PROGRAM = 1000;
const MOST_REPEATS = 1000;
const COUNT = /^\{(\d{1,4})(?:(,)(\d{1,4})?)?\}/;
const GROUP = /^\?(?::|<[A-Za-z_]\w*>)/;

class Unsupported extends Error {}

/** Null for a pattern that is wrong, too large, or looks around or back, which takes more than linear time. */
export function compileRegex(pattern: string): Piece | null {
  if (pattern === "" || pattern.length > LONGEST_PATTERN) return null;
  const ignoresCase = pattern.startsWith("(?i)");
  const cursor = { pattern: ignoresCase ? pattern.slice(4) : pattern, at: 0, groups: 0, ignoresCase };
  try {
    const body = readAll(cursor);
    const whole = sequence([[{ op: "save", slot: 0 }], body, [{ op: "save", slot: 1 }, { op: "match" }]]);
    return bounded(whole);
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

function bounded(piece: Piece): Piece {
  if (piece.length > LARGEST_PROGRAM) throw new Unsupported();
  return piece;
}

interface Cursor {
  pattern: string;
  at: number;
  groups: number;
  ignoresCase: boolean;
}

function take(cursor: Cursor, text: string): boolean {
  if (!cursor.pattern.startsWith(text, cursor.at)) return false;
  cursor.at += text.length;
  return true;
}

function readAll(cursor: Cursor): Piece {
  const piece = readAlternatives(cursor);
  if (cursor.at < cursor.pattern.length) throw new Unsupported();
  return piece;
}

function readAlternatives(cursor: Cursor): Piece {
  const pieces = [readSequence(cursor)];
  while (take(cursor, "|")) pieces.push(readSequence(cursor));
  return bounded(alternatives(pieces));
}

function readSequence(cursor: Cursor): Piece {
  const pieces: Piece[] = [];
  while (
    cursor.at < cursor.pattern.length &&
    cursor.pattern[cursor.at] !== "|" &&
    cursor.pattern[cursor.at] !== ")"
  )
    pieces.push(readRepeated(cursor));
  return bounded(sequence(pieces));
}

function readRepeated(cursor: Cursor): Piece {
  const piece = readOne(cursor);
  const repeats = readRepeats(cursor);
  if (!repeats) return piece;
  const isLazy = take(cursor, "?");
  const { least, most } = repeats;
  if (readRepeats(cursor)) throw new Unsupported();
  if (piece.length * Math.max(least, most ?? 0) > LARGEST_PROGRAM) throw new Unsupported();
  return bounded(repeat(piece, { least, most, isLazy }));
}

function readRepeats(cursor: Cursor): { least: number; most: number | null } | null {
  if (take(cursor, "*")) return { least: 0, most: null };
  if (take(cursor, "+")) return { least: 1, most: null };
  if (take(cursor, "?")) return { least: 0, most: 1 };
  const [whole, first, comma, last] = COUNT.exec(cursor.pattern.slice(cursor.at)) ?? [];
  if (whole === undefined) return null;
  cursor.at += whole.length;
  const least = Number(first);
  const most = comma === undefined ? least : last === undefined ? null : Number(last);
  if (least > MOST_REPEATS || (most !== null && (most < least || most > MOST_REPEATS)))
    throw new Unsupported();
  return { least, most };
}

function readOne(cursor: Cursor): Piece {
  const letter = cursor.pattern[cursor.at++] ?? "";
  if (letter === "(") return readGroup(cursor);
  if (letter === "[") return [{ op: "code", test: readClass(cursor) }];
  if (letter === ".") return [{ op: "code", test: anyButLineEnd }];
  if (letter === "^") return [{ op: "edge", holds: (_, place) => place === 0 }];
  if (letter === "$") return [{ op: "edge", holds: (text, place) => place === text.length }];
  if (letter === "\\") return readEscaped(cursor);
  if (letter === "" || "*+?".includes(letter)) throw new Unsupported();
  return [{ op: "code", test: codeTest(letter.charCodeAt(0), cursor.ignoresCase) }];
}

function readGroup(cursor: Cursor): Piece {
  const [opener = ""] = GROUP.exec(cursor.pattern.slice(cursor.at)) ?? [];
  cursor.at += opener.length;
  if (cursor.pattern[cursor.at] === "?") throw new Unsupported();
  const slot = opener === "?:" ? null : 2 * ++cursor.groups;
  const inner = readAlternatives(cursor);
  if (!take(cursor, ")")) throw new Unsupported();
  // Only the whole match and the first group are read.
  if (slot !== 2) return inner;
  return sequence([[{ op: "save", slot }], inner, [{ op: "save", slot: slot + 1 }]]);
}

function readEscaped(cursor: Cursor): Piece {
  if (take(cursor, "b")) return [{ op: "edge", holds: isWordEdge }];
  if (take(cursor, "B")) return [{ op: "edge", holds: (text, place) => !isWordEdge(text, place) }];
  return [{ op: "code", test: toTest(cursor, readCode(cursor)) }];
}

function readCode(cursor: Cursor): CodeTest | number {
  const escaped = readEscape(cursor.pattern, cursor.at);
  if (!escaped) throw new Unsupported();
  cursor.at += escaped.length;
  return escaped.is;
}

function readClass(cursor: Cursor): CodeTest {
  const isNegated = take(cursor, "^");
  const tests: CodeTest[] = [];
  while (!take(cursor, "]")) {
    if (cursor.at >= cursor.pattern.length) throw new Unsupported();
    const from = readMember(cursor);
    const isRange =
      typeof from === "number" && cursor.pattern[cursor.at] === "-" && cursor.pattern[cursor.at + 1] !== "]";
    if (!isRange) {
      tests.push(toTest(cursor, from));
      continue;
    }
    cursor.at += 1;
    const to = cursor.at < cursor.pattern.length ? readMember(cursor) : null;
    if (typeof to !== "number" || to < from) throw new Unsupported();
    tests.push(rangeTest(from, to, cursor.ignoresCase));
  }
  return isNegated ? not(oneOf(tests)) : oneOf(tests);
}

function readMember(cursor: Cursor): CodeTest | number {
  if (take(cursor, "\\b")) return 8;
  return take(cursor, "\\") ? readCode(cursor) : cursor.pattern.charCodeAt(cursor.at++);
}

function toTest({ ignoresCase }: Cursor, is: CodeTest | number): CodeTest {
  return typeof is === "number" ? codeTest(is, ignoresCase) : is;
}

function isWordEdge(text: string, at: number): boolean {
  return isWordCode(text.charCodeAt(at - 1)) !== isWordCode(text.charCodeAt(at));
}
