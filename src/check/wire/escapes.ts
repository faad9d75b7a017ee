import { utf8 } from "../../lib/bytes.ts";
import { concat } from "./binary.ts";

const BYTES: Readonly<Record<string, number>> = { r: 13, n: 10, t: 9, "0": 0, "\\": 92 };

export function parseEscapes(text: string): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const match of text.matchAll(/\\(?:([rnt0\\])|x([0-9a-f]{2}))/gi)) {
    const [whole, letter = "", hex] = match;
    const byte = hex ? Number.parseInt(hex, 16) : BYTES[letter];
    if (byte === undefined) continue;
    parts.push(utf8(text.slice(from, match.index)), Uint8Array.of(byte));
    from = match.index + whole.length;
  }
  return concat(...parts, utf8(text.slice(from)));
}
