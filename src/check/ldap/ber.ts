import { type Cursor, concat, integer, makeCursor, malformedResponse } from "../wire/binary.ts";
import { foreignResponse } from "../wire/first_response.ts";
import type { Wire } from "../wire/wire.ts";

export const INTEGER = 0x02;
export const OCTETS = 0x04;
export const ENUMERATED = 0x0a;
export const SEQUENCE = 0x30;

const MOST_BYTES = 64 * 1024;
const LONG_FORM = 0x80;

export function formatElement(tag: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const body = concat(...parts);
  const size = body.length < LONG_FORM ? 0 : body.length < 0x100 ? 1 : body.length < 0x10000 ? 2 : 3;
  const length =
    size === 0 ? integer(1, body.length) : concat(integer(1, LONG_FORM | size), integer(size, body.length));
  return concat(integer(1, tag), length, body);
}

export async function readSequence(wire: Pick<Wire, "reader" | "isEncrypted">): Promise<Cursor> {
  const [tag = 0, first = 0] = await wire.reader.readExactly(2);
  if (tag !== SEQUENCE) throw foreignResponse(wire, "LDAP", tag);
  const size = sizeOfLength(first);
  const length = size === 0 ? first : makeBerCursor(await wire.reader.readExactly(size)).integer(size);
  if (length > MOST_BYTES) throw malformedResponse("LDAP");
  return makeBerCursor(await wire.reader.readExactly(length));
}

interface Element {
  tag: number;
  body: Uint8Array;
}

export function readElement(cursor: Cursor): Element {
  const tag = cursor.integer(1);
  const first = cursor.integer(1);
  const size = sizeOfLength(first);
  return { tag, body: cursor.bytes(size === 0 ? first : cursor.integer(size)) };
}

export function readTagged(cursor: Cursor, tag: number): Uint8Array {
  const element = readElement(cursor);
  if (element.tag !== tag) throw malformedResponse("LDAP");
  return element.body;
}

export function readSmall(cursor: Cursor, tag: number): number {
  const body = readTagged(cursor, tag);
  if (body.length === 0 || body.length > 4) throw malformedResponse("LDAP");
  return body.reduce((value, byte) => value * 256 + byte, 0);
}

export function makeBerCursor(bytes: Uint8Array): Cursor {
  return makeCursor(bytes, () => malformedResponse("LDAP"));
}

function sizeOfLength(first: number): number {
  const size = first & 0x7f;
  if (first < LONG_FORM) return 0;
  if (size === 0 || size > 4) throw malformedResponse("LDAP");
  return size;
}
