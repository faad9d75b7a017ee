import { utf8 } from "../../lib/bytes.ts";
import { type Cursor, concat, makeCursor, malformedResponse } from "../wire/binary.ts";
import { type HeaderField, STATIC_TABLE } from "./hpack_tables.ts";
import { decodeHuffman } from "./huffman.ts";

const TABLE_BYTES = 4096;
export const MAX_LIST_BYTES = 32 * 1024;
/** Literal, never indexed by intermediaries. */
const NEVER_INDEXED = 0x10;

const fail = () => malformedResponse("HTTP/2", "header block");

/** Only plain literals: longer than necessary, but valid for every server. */
export function encodeFields(fields: readonly HeaderField[]): Uint8Array<ArrayBuffer> {
  return concat(
    ...fields.flatMap(([name, value]) => [Uint8Array.of(NEVER_INDEXED), encodeText(name), encodeText(value)]),
  );
}

function encodeText(text: string): Uint8Array {
  const bytes = utf8(text);
  return concat(encodeInteger(bytes.length), bytes);
}

function encodeInteger(value: number): Uint8Array {
  if (value < 0x7f) return Uint8Array.of(value);
  const bytes = [0x7f];
  let left = value - 0x7f;
  for (; left >= 0x80; left = Math.floor(left / 0x80)) bytes.push((left % 0x80) | 0x80);
  return Uint8Array.from([...bytes, left]);
}

type DecodeFields = (block: Uint8Array) => HeaderField[];

/** Stateful: blocks of a connection must be decoded in order. */
export function makeFieldDecoder(): DecodeFields {
  let table: HeaderField[] = [];
  let limit = TABLE_BYTES;

  function shrink(): void {
    let size = 0;
    table = table.filter((field) => {
      size += sizeOf(field);
      return size <= limit;
    });
  }

  function find(index: number): HeaderField {
    const field = STATIC_TABLE[index - 1] ?? table[index - 1 - STATIC_TABLE.length];
    if (!field) throw fail();
    return field;
  }

  function readField(cursor: Cursor, first: number): HeaderField | null {
    if (first & 0x80) return find(readInteger(cursor, first, 7));
    if ((first & 0xe0) === 0x20) {
      limit = readInteger(cursor, first, 5);
      if (limit > TABLE_BYTES) throw fail();
      shrink();
      return null;
    }
    const isKept = (first & 0x40) !== 0;
    const index = readInteger(cursor, first, isKept ? 6 : 4);
    const field: HeaderField = [index === 0 ? readText(cursor) : find(index)[0], readText(cursor)];
    if (isKept) {
      table.unshift(field);
      shrink();
    }
    return field;
  }

  return (block) => {
    const cursor = makeCursor(block, fail);
    const fields: HeaderField[] = [];
    let size = 0;
    while (cursor.left > 0) {
      const field = readField(cursor, cursor.integer(1));
      if (!field) continue;
      size += sizeOf(field);
      if (size > MAX_LIST_BYTES) throw fail();
      fields.push(field);
    }
    return fields;
  };
}

function sizeOf([name, value]: HeaderField): number {
  return name.length + value.length + 32;
}

function readInteger(cursor: Cursor, first: number, bits: number): number {
  const most = 2 ** bits - 1;
  let value = first & most;
  if (value < most) return value;
  for (let factor = 1; factor < 2 ** 28; factor *= 0x80) {
    const byte = cursor.integer(1);
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return value;
  }
  throw fail();
}

function readText(cursor: Cursor): string {
  const first = cursor.integer(1);
  const bytes = cursor.bytes(readInteger(cursor, first, 7));
  const plain = first & 0x80 ? decodeHuffman(bytes) : bytes;
  if (!plain) throw fail();
  return new TextDecoder().decode(plain);
}
