import { toHex, utf8 } from "../../lib/bytes.ts";
import { type Cursor, concat, littleEndian, makeCursor, malformedResponse } from "../wire/binary.ts";
import { formatDecimal128 } from "./decimal128.ts";

export type BsonValue = string | number | bigint | boolean | null | Uint8Array | BsonValue[] | BsonDocument;
export type BsonDocument = Map<string, BsonValue>;

type CommandValue = string | number | boolean | null | Uint8Array | readonly CommandValue[] | Command;
export interface Command {
  readonly [name: string]: CommandValue;
}

const MAX_DEPTH = 32;
const TYPE = {
  double: 0x01,
  text: 0x02,
  document: 0x03,
  list: 0x04,
  binary: 0x05,
  undefined: 0x06,
  id: 0x07,
  boolean: 0x08,
  date: 0x09,
  null: 0x0a,
  pattern: 0x0b,
  code: 0x0d,
  symbol: 0x0e,
  int32: 0x10,
  timestamp: 0x11,
  int64: 0x12,
  decimal: 0x13,
  highest: 0x7f,
  lowest: 0xff,
} as const;

const fail = () => malformedResponse("MongoDB");

export function formatBson(command: Command): Uint8Array<ArrayBuffer> {
  return formatFields(Object.entries(command));
}

function formatFields(fields: readonly (readonly [string, CommandValue])[]): Uint8Array<ArrayBuffer> {
  const elements = fields.map(([name, value]) => {
    const { type, bytes } = formatValue(value);
    return concat(Uint8Array.of(type), utf8(name), Uint8Array.of(0), bytes);
  });
  const body = concat(...elements, Uint8Array.of(0));
  return concat(littleEndian(4, body.length + 4), body);
}

function formatValue(value: CommandValue): { type: number; bytes: Uint8Array } {
  if (value === null) return { type: TYPE.null, bytes: new Uint8Array() };
  if (typeof value === "boolean") return { type: TYPE.boolean, bytes: Uint8Array.of(value ? 1 : 0) };
  if (typeof value === "number") return formatNumber(value);
  if (typeof value === "string") {
    const text = utf8(value);
    return { type: TYPE.text, bytes: concat(littleEndian(4, text.length + 1), text, Uint8Array.of(0)) };
  }
  if (value instanceof Uint8Array) {
    return { type: TYPE.binary, bytes: concat(littleEndian(4, value.length), Uint8Array.of(0), value) };
  }
  if (isList(value)) {
    return { type: TYPE.list, bytes: formatFields(value.map((part, i) => [String(i), part])) };
  }
  return { type: TYPE.document, bytes: formatBson(value) };
}

const isList = (value: readonly CommandValue[] | Command): value is readonly CommandValue[] =>
  Array.isArray(value);

function formatNumber(value: number): { type: number; bytes: Uint8Array } {
  const view = new DataView(new ArrayBuffer(8));
  if (Number.isSafeInteger(value)) {
    view.setBigInt64(0, BigInt(value), true);
    const isShort = value === (value | 0);
    return {
      type: isShort ? TYPE.int32 : TYPE.int64,
      bytes: new Uint8Array(view.buffer, 0, isShort ? 4 : 8),
    };
  }
  view.setFloat64(0, value, true);
  return { type: TYPE.double, bytes: new Uint8Array(view.buffer) };
}

export function parseBson(bytes: Uint8Array): BsonDocument {
  const cursor = makeCursor(bytes, fail);
  const document = readDocument(cursor, MAX_DEPTH);
  if (cursor.left > 0) throw fail();
  return document;
}

function readDocument(cursor: Cursor, levels: number): BsonDocument {
  if (levels === 0) throw fail();
  const length = cursor.littleEndian(4) - 4;
  const body = makeCursor(cursor.bytes(length), fail);
  const document: BsonDocument = new Map();
  for (;;) {
    const type = body.integer(1);
    if (type === 0) break;
    document.set(parseText(body.untilZero()), readValue(body, type, levels));
  }
  if (body.left > 0) throw fail();
  return document;
}

function readValue(cursor: Cursor, type: number, levels: number): BsonValue {
  switch (type) {
    case TYPE.double:
      return viewOf(cursor).getFloat64(0, true);
    case TYPE.text:
    case TYPE.code:
    case TYPE.symbol:
      return readText(cursor);
    case TYPE.document:
      return readDocument(cursor, levels - 1);
    case TYPE.list:
      return [...readDocument(cursor, levels - 1).values()];
    case TYPE.binary: {
      const length = cursor.littleEndian(4);
      cursor.bytes(1);
      return cursor.bytes(length);
    }
    case TYPE.undefined:
    case TYPE.null:
      return null;
    case TYPE.id:
      return toHex(cursor.bytes(12));
    case TYPE.boolean:
      return cursor.integer(1) === 1;
    case TYPE.date:
      return formatDate(viewOf(cursor).getBigInt64(0, true));
    case TYPE.pattern:
      return `/${parseText(cursor.untilZero())}/${parseText(cursor.untilZero())}`;
    case TYPE.int32:
      return cursor.littleEndian(4) | 0;
    case TYPE.timestamp:
      return viewOf(cursor).getBigUint64(0, true);
    case TYPE.int64:
      return viewOf(cursor).getBigInt64(0, true);
    case TYPE.decimal:
      return formatDecimal128(cursor.bytes(16));
    case TYPE.highest:
      return "MaxKey";
    case TYPE.lowest:
      return "MinKey";
    default:
      throw fail();
  }
}

function viewOf(cursor: Cursor): DataView {
  const { buffer, byteOffset } = cursor.bytes(8);
  return new DataView(buffer, byteOffset, 8);
}

function readText(cursor: Cursor): string {
  const bytes = cursor.bytes(cursor.littleEndian(4));
  if (bytes.at(-1) !== 0) throw fail();
  return parseText(bytes.subarray(0, -1));
}

const parseText = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

function formatDate(ms: bigint): string {
  const date = new Date(Number(ms));
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString();
}
