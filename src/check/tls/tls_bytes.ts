import { WireError } from "../../lib/wire/wire_error.ts";

export function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A number in network order, in `size` bytes. */
export function integer(size: number, value: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: size }, (_, i) => Math.floor(value / 2 ** (8 * (size - 1 - i))) & 0xff);
}

export function uint16s(...values: readonly number[]): Uint8Array<ArrayBuffer> {
  return concat(...values.map((value) => integer(2, value)));
}

/** TLS's `opaque<…>`: the length in `size` bytes, then the parts. */
export function vector(size: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const body = concat(...parts);
  return concat(integer(size, body.length), body);
}

/** Reads what a peer wrote; a length that lies throws instead of reading past the end. */
interface Cursor {
  readonly left: number;
  integer(size: number): number;
  bytes(length: number): Uint8Array;
  vector(size: number): Uint8Array;
}

export function makeCursor(source: Uint8Array, what: string): Cursor {
  let at = 0;

  function bytes(length: number): Uint8Array {
    if (at + length > source.length) throw malformed(what);
    at += length;
    return source.subarray(at - length, at);
  }

  const readInteger = (size: number) => bytes(size).reduce((value, byte) => value * 256 + byte, 0);

  return {
    get left() {
      return source.length - at;
    },
    integer: readInteger,
    bytes,
    vector: (size) => bytes(readInteger(size)),
  };
}

export function malformed(what: string): WireError {
  return new WireError("malformed", `The server broke the rules of TLS: its ${what} can't be read.`);
}
