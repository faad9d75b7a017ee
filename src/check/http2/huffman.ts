import { CODE_LENGTHS } from "./hpack_tables.ts";

const END = 256;
const lengths = [...CODE_LENGTHS].map((letter) => letter.charCodeAt(0) - 92);
const counts = Array.from({ length: 31 }, (_, length) => lengths.filter((one) => one === length).length);
const symbols = counts.flatMap((_, length) => lengths.flatMap((one, byte) => (one === length ? [byte] : [])));

export function decodeHuffman(source: Uint8Array): Uint8Array | null {
  const bytes: number[] = [];
  let code = 0;
  let length = 0;
  let first = 0;
  let index = 0;
  let isPadding = true;
  for (let at = 0; at < source.length * 8; at++) {
    const bit = (source[at >> 3]! >> (7 - (at & 7))) & 1;
    if (bit === 0) isPadding = false;
    code = code * 2 + bit;
    first *= 2;
    const count = counts[++length]!;
    if (code - first >= count) {
      first += count;
      index += count;
      continue;
    }
    const symbol = symbols[index + code - first]!;
    if (symbol === END) return null;
    bytes.push(symbol);
    code = length = first = index = 0;
    isPadding = true;
  }
  return isPadding && length < 8 ? Uint8Array.from(bytes) : null;
}
