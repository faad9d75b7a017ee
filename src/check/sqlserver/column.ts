import { WireError } from "../../lib/wire/wire_error.ts";
import { concat } from "../wire/binary.ts";
import { malformed, type TdsResponse } from "./packet.ts";
import { formatValue, TYPE, type ValueType } from "./value.ts";

const MAX_VALUE_BYTES = 64 * 1024;

type Shape =
  | { kind: "fixed"; bytes: number }
  | { kind: "counted"; size: 1 | 2 }
  | { kind: "long" | "parts" | "variant" };

export interface Column {
  type: ValueType;
  shape: Shape;
}

const FIXED: ReadonlyMap<number, number> = new Map([
  [TYPE.null, 0],
  [TYPE.int1, 1],
  [TYPE.bit, 1],
  [TYPE.int2, 2],
  [TYPE.int4, 4],
  [TYPE.int8, 8],
  [TYPE.float4, 4],
  [TYPE.float8, 8],
  [TYPE.money4, 4],
  [TYPE.money, 8],
  [TYPE.dateTime4, 4],
  [TYPE.dateTime, 8],
]);
const COUNTED: ReadonlySet<number> = new Set([
  TYPE.guid,
  TYPE.intN,
  TYPE.bitN,
  TYPE.floatN,
  TYPE.moneyN,
  TYPE.dateTimeN,
]);
const DECIMAL: ReadonlySet<number> = new Set([TYPE.decimalN, TYPE.numericN]);
const TIMES: ReadonlySet<number> = new Set([TYPE.time, TYPE.dateTime2, TYPE.dateTimeOffset]);
const TEXTS: ReadonlySet<number> = new Set([TYPE.varchar, TYPE.char, TYPE.nvarchar, TYPE.nchar]);
const BINARIES: ReadonlySet<number> = new Set([TYPE.varbinary, TYPE.binary]);
const OLD_LONG: ReadonlySet<number> = new Set([TYPE.text, TYPE.ntext, TYPE.image]);
const IN_PARTS = 0xffff;

export async function readColumn(response: TdsResponse): Promise<Column> {
  await response.take(6);
  const column = await readType(response);
  if (OLD_LONG.has(column.type.id)) {
    for (let parts = await response.number(1); parts > 0; parts--) await skipText(response, 2);
  }
  await skipText(response, 1);
  return column;
}

async function readType(response: TdsResponse): Promise<Column> {
  const id = await response.number(1);
  const type: ValueType = { id, scale: 0, collation: null };
  const bytes = FIXED.get(id);
  const counted = { kind: "counted", size: 1 } as const;
  if (bytes !== undefined) return { type, shape: { kind: "fixed", bytes } };
  if (id === TYPE.date) return { type, shape: counted };
  if (TIMES.has(id)) return { type: { ...type, scale: await response.number(1) }, shape: counted };
  if (COUNTED.has(id)) {
    await response.take(1);
    return { type, shape: counted };
  }
  if (DECIMAL.has(id)) return { type: { ...type, scale: (await response.take(3))[2]! }, shape: counted };
  if (TEXTS.has(id) || BINARIES.has(id)) {
    const isLong = (await response.number(2)) === IN_PARTS;
    const collation = TEXTS.has(id) ? await response.take(5) : null;
    return { type: { ...type, collation }, shape: isLong ? { kind: "parts" } : { kind: "counted", size: 2 } };
  }
  if (OLD_LONG.has(id)) {
    await response.take(4);
    const collation = id === TYPE.image ? null : await response.take(5);
    return { type: { ...type, collation }, shape: { kind: "long" } };
  }
  if (id === TYPE.variant) {
    await response.take(4);
    return { type, shape: { kind: "variant" } };
  }
  if (id === TYPE.xml) {
    if ((await response.number(1)) === 1) for (const size of [1, 1, 2]) await skipText(response, size);
    return { type, shape: { kind: "parts" } };
  }
  if (id === TYPE.userDefined) {
    await response.take(2);
    for (const size of [1, 1, 1, 2]) await skipText(response, size);
    return { type, shape: { kind: "parts" } };
  }
  throw unknownType(id);
}

async function skipText(response: TdsResponse, size: number): Promise<void> {
  await response.take(2 * (await response.number(size)));
}

export async function readValue(response: TdsResponse, { type, shape }: Column): Promise<string | null> {
  const bytes = await readBytes(response, shape);
  if (bytes === null || type.id === TYPE.null) return null;
  if (shape.kind === "variant") return formatVariant(bytes);
  return formatKnown(type, bytes);
}

async function readBytes(response: TdsResponse, shape: Shape): Promise<Uint8Array | null> {
  if (shape.kind === "fixed") return await response.take(shape.bytes);
  if (shape.kind === "parts") return await readParts(response);
  if (shape.kind === "counted") {
    const length = await response.number(shape.size);
    return length === (shape.size === 1 ? 0 : IN_PARTS) ? null : await response.take(length);
  }
  if (shape.kind === "long") {
    const pointer = await response.number(1);
    if (pointer === 0) return null;
    // Text pointer and timestamp.
    await response.take(pointer + 8);
  }
  const length = await response.number(4);
  if (length === 0 && shape.kind === "variant") return null;
  return await response.take(Math.min(length, MAX_VALUE_BYTES));
}

async function readParts(response: TdsResponse): Promise<Uint8Array | null> {
  const total = await response.take(8);
  if (total.every((byte) => byte === 0xff)) return null;
  const parts: Uint8Array[] = [];
  for (let room = MAX_VALUE_BYTES; room > 0; ) {
    const length = await response.number(4);
    if (length === 0) break;
    const part = await response.take(Math.min(length, room));
    parts.push(part);
    room -= part.length;
  }
  return concat(...parts);
}

function formatVariant(bytes: Uint8Array): string {
  const [id = 0, size = 0] = bytes;
  const properties = bytes.subarray(2, 2 + size);
  const collation = TEXTS.has(id) ? properties.subarray(0, 5) : null;
  const scale = properties[DECIMAL.has(id) ? 1 : 0] ?? 0;
  return formatKnown({ id, scale, collation }, bytes.subarray(2 + size));
}

function formatKnown(type: ValueType, bytes: Uint8Array): string {
  const text = formatValue(type, bytes);
  if (text === null) throw unknownType(type.id);
  return text;
}

function unknownType(id: number): WireError {
  if (id !== TYPE.userDefined) return malformed(`value of type ${id}`);
  const message = "The first value's type can't be read: cast it to nvarchar in the query.";
  return new WireError("unsupported", message);
}
