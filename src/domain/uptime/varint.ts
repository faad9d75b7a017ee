export function writeVarint(bytes: number[], value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a whole number from 0: ${value}`);
  let rest = value;
  // Division, because bit operators truncate to 32 bits.
  while (rest >= 128) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

export interface Cursor {
  bytes: Uint8Array;
  at: number;
}

export function readVarint(cursor: Cursor): number {
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = cursor.bytes[cursor.at];
    if (byte === undefined) throw new RangeError(`bytes end inside a number: ${cursor.at}`);
    cursor.at += 1;
    value += (byte & 127) * scale;
    if (!Number.isSafeInteger(value)) throw new RangeError(`number too large at byte: ${cursor.at}`);
    if (byte < 128) return value;
  }
}
