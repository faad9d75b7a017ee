import type { CodeTest } from "./program.ts";

const between = (from: number, to: number) => (code: number) => code >= from && code <= to;
const isDigit = between(48, 57);
export const isWordCode: CodeTest = (code) =>
  isDigit(code) || between(65, 90)(code) || between(97, 122)(code) || code === 95;
const isSpace: CodeTest = (code) => /\s/.test(String.fromCharCode(code));
const isLineEnd: CodeTest = (code) => code === 10 || code === 13 || code === 0x2028 || code === 0x2029;

export const anyButLineEnd: CodeTest = (code) => !isLineEnd(code);

const CLASSES: Readonly<Record<string, CodeTest>> = {
  d: isDigit,
  w: isWordCode,
  s: isSpace,
  D: not(isDigit),
  W: not(isWordCode),
  S: not(isSpace),
};

const CONTROLS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, "0": 0 };

export function not(test: CodeTest): CodeTest {
  return (code) => !test(code);
}

export function oneOf(tests: readonly CodeTest[]): CodeTest {
  return (code) => tests.some((test) => test(code));
}

export function codeTest(code: number, ignoresCase: boolean): CodeTest {
  return rangeTest(code, code, ignoresCase);
}

export function rangeTest(from: number, to: number, ignoresCase: boolean): CodeTest {
  const plain = between(from, to);
  if (!ignoresCase) return plain;
  return (code) => {
    const letter = String.fromCharCode(code);
    return (
      plain(code) || plain(letter.toLowerCase().charCodeAt(0)) || plain(letter.toUpperCase().charCodeAt(0))
    );
  };
}

interface Escape {
  length: number;
  is: CodeTest | number;
}

export function readEscape(pattern: string, at: number): Escape | null {
  const letter = pattern[at] ?? "";
  const known = CLASSES[letter];
  if (known) return { length: 1, is: known };
  const control = CONTROLS[letter];
  if (control !== undefined) return { length: 1, is: control };
  const [, hex] = /^(?:x([\da-f]{2})|u([\da-f]{4}))/i.exec(pattern.slice(at))?.filter(Boolean) ?? [];
  if (hex !== undefined) return { length: hex.length + 1, is: Number.parseInt(hex, 16) };
  return letter === "" || /[\dA-Za-z]/.test(letter) ? null : { length: 1, is: letter.charCodeAt(0) };
}
