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

export function integer(size: number, value: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: size }, (_, i) => Math.floor(value / 2 ** (8 * (size - 1 - i))) & 0xff);
}

export function littleEndian(size: number, value: number): Uint8Array<ArrayBuffer> {
  return integer(size, value).reverse();
}

export function uint16s(...values: readonly number[]): Uint8Array<ArrayBuffer> {
  return concat(...values.map((value) => integer(2, value)));
}

export function vector(size: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const body = concat(...parts);
  return concat(integer(size, body.length), body);
}

export interface Cursor {
  readonly left: number;
  integer(size: number): number;
  littleEndian(size: number): number;
  bytes(length: number): Uint8Array;
  vector(size: number): Uint8Array;
  untilZero(): Uint8Array;
  rest(): Uint8Array;
}

export function makeCursor(source: Uint8Array, fail: () => WireError): Cursor {
  let at = 0;

  function bytes(length: number): Uint8Array {
    if (length < 0 || at + length > source.length) throw fail();
    at += length;
    return source.subarray(at - length, at);
  }

  const readInteger = (size: number) => bytes(size).reduce((value, byte) => value * 256 + byte, 0);

  return {
    get left() {
      return source.length - at;
    },
    integer: readInteger,
    littleEndian: (size) => bytes(size).reduceRight((value, byte) => value * 256 + byte, 0),
    bytes,
    vector: (size) => bytes(readInteger(size)),
    untilZero() {
      const end = source.indexOf(0, at);
      if (end < 0) throw fail();
      const found = bytes(end - at);
      at++;
      return found;
    },
    rest: () => bytes(source.length - at),
  };
}

export function malformedResponse(protocol: string, what = "response"): WireError {
  return new WireError(
    "malformed",
    `The server violated the ${protocol} protocol: its ${what} can't be read.`,
  );
}
