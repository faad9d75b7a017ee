import { toHex } from "../../lib/bytes.ts";
import { DAY_MS } from "../../lib/units.ts";
import { makeCursor } from "../wire/binary.ts";
import { encodingOf } from "./collation.ts";
import { malformed, parseUtf16 } from "./packet.ts";

export const TYPE = {
  null: 0x1f,
  image: 0x22,
  text: 0x23,
  guid: 0x24,
  intN: 0x26,
  date: 0x28,
  time: 0x29,
  dateTime2: 0x2a,
  dateTimeOffset: 0x2b,
  int1: 0x30,
  bit: 0x32,
  int2: 0x34,
  int4: 0x38,
  dateTime4: 0x3a,
  float4: 0x3b,
  money: 0x3c,
  dateTime: 0x3d,
  float8: 0x3e,
  variant: 0x62,
  ntext: 0x63,
  bitN: 0x68,
  decimalN: 0x6a,
  numericN: 0x6c,
  floatN: 0x6d,
  moneyN: 0x6e,
  dateTimeN: 0x6f,
  money4: 0x7a,
  int8: 0x7f,
  varbinary: 0xa5,
  varchar: 0xa7,
  binary: 0xad,
  char: 0xaf,
  nvarchar: 0xe7,
  nchar: 0xef,
  userDefined: 0xf0,
  xml: 0xf1,
} as const;

export interface ValueType {
  id: number;
  scale: number;
  collation: Uint8Array | null;
}

const DAYS_FROM_YEAR_1 = 719_162;
const DAYS_FROM_1900 = 25_567;
const MOST_DAYS = 3_652_058;

export function formatValue({ id, scale, collation }: ValueType, bytes: Uint8Array): string | null {
  switch (id) {
    case TYPE.int1:
      return String(readUnsigned(bytes, [1]));
    case TYPE.bit:
    case TYPE.bitN:
      return readUnsigned(bytes, [1]) === 0n ? "0" : "1";
    case TYPE.intN:
    case TYPE.int2:
    case TYPE.int4:
    case TYPE.int8:
      return String(bytes.length === 1 ? readUnsigned(bytes, [1]) : readSigned(bytes, [2, 4, 8]));
    case TYPE.decimalN:
    case TYPE.numericN:
      return formatDecimal(bytes, scale);
    case TYPE.floatN:
    case TYPE.float4:
    case TYPE.float8:
      return formatFloat(bytes);
    case TYPE.money:
    case TYPE.money4:
    case TYPE.moneyN:
      return formatMoney(bytes);
    case TYPE.char:
    case TYPE.varchar:
    case TYPE.text:
      return new TextDecoder(encodingOf(collation)).decode(bytes);
    case TYPE.nchar:
    case TYPE.nvarchar:
    case TYPE.ntext:
    case TYPE.xml:
      return parseUtf16(bytes.subarray(0, bytes.length & ~1));
    case TYPE.binary:
    case TYPE.varbinary:
    case TYPE.image:
      return `0x${toHex(bytes).toUpperCase()}`;
    case TYPE.guid:
      return formatGuid(bytes);
    default:
      return formatTime(id, { bytes, scale });
  }
}

function formatTime(id: number, { bytes, scale }: { bytes: Uint8Array; scale: number }): string | null {
  const end = bytes.length;
  switch (id) {
    case TYPE.dateTime:
    case TYPE.dateTime4:
    case TYPE.dateTimeN:
      return formatDateTime(bytes);
    case TYPE.date:
      return formatDay(Number(readUnsigned(bytes, [3])) - DAYS_FROM_YEAR_1);
    case TYPE.time:
      return formatClock(Number(readUnsigned(bytes, [3, 4, 5])), scale);
    case TYPE.dateTime2:
      return formatMoment(bytes, scale, 0);
    case TYPE.dateTimeOffset: {
      const minutes = Number(readSigned(bytes.subarray(Math.max(0, end - 2)), [2]));
      const sign = minutes < 0 ? "-" : "+";
      const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
      return `${formatMoment(bytes.subarray(0, Math.max(0, end - 2)), scale, minutes)} ${sign}${pad(hours)}:${pad(rest)}`;
    }
    default:
      return null;
  }
}

function readUnsigned(bytes: Uint8Array, sizes: readonly number[]): bigint {
  if (!sizes.includes(bytes.length)) throw malformed("value");
  return bytes.reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
}

function readSigned(bytes: Uint8Array, sizes: readonly number[]): bigint {
  return BigInt.asIntN(bytes.length * 8, readUnsigned(bytes, sizes));
}

function formatDecimal(bytes: Uint8Array, scale: number): string {
  const amount = readUnsigned(bytes.subarray(1), [4, 8, 12, 16]);
  return formatScaled(bytes[0] === 0 ? -amount : amount, scale);
}

function formatMoney(bytes: Uint8Array): string {
  const isShort = bytes.length === 4;
  const ordered = isShort ? bytes : Uint8Array.from([...bytes.subarray(4), ...bytes.subarray(0, 4)]);
  return formatScaled(readSigned(ordered, [4, 8]), 4);
}

function formatScaled(amount: bigint, scale: number): string {
  if (scale > 38) throw malformed("value");
  const digits = String(amount < 0n ? -amount : amount).padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const fraction = scale === 0 ? "" : `.${digits.slice(-scale)}`;
  return `${amount < 0n ? "-" : ""}${whole}${fraction}`;
}

function formatFloat(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length === 8) return String(view.getFloat64(0, true));
  if (bytes.length !== 4) throw malformed("value");
  const value = view.getFloat32(0, true);
  // The shortest decimal that reads back as the same float32.
  const digits = [6, 7, 8].find((count) => Math.fround(Number(value.toPrecision(count))) === value) ?? 9;
  return String(Number(value.toPrecision(digits)));
}

function formatGuid(bytes: Uint8Array): string {
  const cursor = makeCursor(bytes, () => malformed("value"));
  const parts = [4, 2, 2].map((size) => toHex(cursor.bytes(size).slice().reverse()));
  return [...parts, toHex(cursor.bytes(2)), toHex(cursor.bytes(6))].join("-").toUpperCase();
}

function formatDay(days: number): string {
  if (days < -DAYS_FROM_YEAR_1 || days > MOST_DAYS - DAYS_FROM_YEAR_1) throw malformed("value");
  return new Date(days * DAY_MS).toISOString().slice(0, 10);
}

/** Days and minutes of two bytes each, or days and 1/300 seconds of four. */
function formatDateTime(bytes: Uint8Array): string {
  const half = bytes.length / 2;
  const days = readDays(bytes.subarray(0, half));
  const time = Number(readUnsigned(bytes.subarray(half), [half]));
  if (half === 2) return `${formatDay(days)} ${formatClock(time * 60, 0)}`;
  return `${formatDay(days)} ${formatClock(Math.round((time * 10) / 3), 3)}`;
}

function readDays(bytes: Uint8Array): number {
  const days = bytes.length === 2 ? readUnsigned(bytes, [2]) : readSigned(bytes, [4]);
  return Number(days) - DAYS_FROM_1900;
}

function formatMoment(bytes: Uint8Array, scale: number, minutes: number): string {
  const split = Math.max(0, bytes.length - 3);
  const time = Number(readUnsigned(bytes.subarray(0, split), [3, 4, 5]));
  const days = Number(readUnsigned(bytes.subarray(split), [3])) - DAYS_FROM_YEAR_1;
  const dayUnits = 86_400 * 10 ** scale;
  const shown = time + minutes * 60 * 10 ** scale;
  const overflow = Math.floor(shown / dayUnits);
  return `${formatDay(days + overflow)} ${formatClock(shown - overflow * dayUnits, scale)}`;
}

function formatClock(time: number, scale: number): string {
  if (scale > 7 || time >= 86_400 * 10 ** scale) throw malformed("value");
  const seconds = Math.floor(time / 10 ** scale);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(pad).join(":");
  return scale === 0 ? clock : `${clock}.${String(time % 10 ** scale).padStart(scale, "0")}`;
}

function pad(number: number): string {
  return String(number).padStart(2, "0");
}
