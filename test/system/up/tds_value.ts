import { little, type TdsColumn, utf16 } from "./tds_token.ts";

interface TdsSample {
  type: Buffer;
  value: Buffer;
  driver: unknown;
  text: string | null;
}

const of = (...bytes: number[]) => Buffer.from(bytes);
const LATIN = of(0x09, 0x04, 0xd0, 0x00, 0x34);
const CYRILLIC = of(0x19, 0x04, 0xd0, 0x00, 0x00);
const UTF8 = of(0x09, 0x04, 0xd0, 0x04, 0x00);
const MAX = of(0xff, 0xff);

const short = (bytes: Buffer) => Buffer.concat([of(bytes.length), bytes]);
const long = (bytes: Buffer) => Buffer.concat([little(2, bytes.length), bytes]);
const inParts = (...parts: Buffer[]) =>
  Buffer.concat([
    little(8, -2n),
    ...parts.map((part) => Buffer.concat([little(4, part.length), part])),
    little(4, 0),
  ]);

function real(size: 4 | 8, value: number): Buffer {
  const bytes = Buffer.alloc(size);
  if (size === 4) bytes.writeFloatLE(value);
  else bytes.writeDoubleLE(value);
  return bytes;
}

const utc = (text: string) => new Date(text);
/** Days from year 1 to 2026-11-22, and from 1900. */
const DAY = 739_941;
const DAY_1900 = DAY - 693_595;
/** 12:34:56.789, in 100 ns and in 300ths of a second. */
const NOON_7 = 452_967_890_000n;
const NOON_300 = 13_589_037;
const GUID = of(
  0x33,
  0x22,
  0x11,
  0x00,
  0x55,
  0x44,
  0x77,
  0x66,
  0x88,
  0x99,
  0xaa,
  0xbb,
  0xcc,
  0xdd,
  0xee,
  0xff,
);
const OLD_LONG = Buffer.concat([of(16), Buffer.alloc(24)]);
const TABLE = Buffer.concat([of(1), little(2, 1), utf16("t")]);

const sample = (type: Buffer, value: Buffer, [driver, text]: [unknown, string | null]): TdsSample => ({
  type,
  value,
  driver,
  text,
});

export const SAMPLES: Readonly<Record<string, TdsSample>> = {
  tinyint: sample(of(0x26, 1), short(of(200)), [200, "200"]),
  smallint: sample(of(0x26, 2), short(little(2, -2)), [-2, "-2"]),
  int: sample(of(0x26, 4), short(little(4, -70_000)), [-70_000, "-70000"]),
  bigint: sample(of(0x26, 8), short(little(8, 9_007_199_254_740_993n)), [
    "9007199254740993",
    "9007199254740993",
  ]),
  "fixed int": sample(of(0x38), little(4, 7), [7, "7"]),
  "fixed bigint": sample(of(0x7f), little(8, -7), ["-7", "-7"]),
  bit: sample(of(0x68, 1), short(of(1)), [true, "1"]),
  "fixed bit": sample(of(0x32), of(0), [false, "0"]),
  "null int": sample(of(0x26, 4), of(0), [null, null]),
  decimal: sample(of(0x6a, 9, 12, 3), short(Buffer.concat([of(0), little(8, 1_234_050)])), [
    -1234.05,
    "-1234.050",
  ]),
  numeric: sample(of(0x6c, 5, 4, 4), short(Buffer.concat([of(1), little(4, 25)])), [0.0025, "0.0025"]),
  float: sample(of(0x6d, 8), short(real(8, 0.1)), [0.1, "0.1"]),
  real: sample(of(0x6d, 4), short(real(4, 0.1)), [Math.fround(0.1), "0.1"]),
  money: sample(of(0x6e, 8), short(Buffer.concat([little(4, -1), little(4, -12_345)])), [-1.2345, "-1.2345"]),
  smallmoney: sample(of(0x6e, 4), short(little(4, 50_000)), [5, "5.0000"]),
  char: sample(Buffer.concat([of(0xaf), little(2, 4), LATIN]), long(of(0x63, 0xe9, 0x80, 0x20)), [
    "cé€ ",
    "cé€ ",
  ]),
  "varchar in Cyrillic": sample(
    Buffer.concat([of(0xa7), little(2, 10), CYRILLIC]),
    long(of(0xef, 0xf0, 0xe8)),
    ["при", "при"],
  ),
  "varchar in UTF-8": sample(Buffer.concat([of(0xa7), little(2, 10), UTF8]), long(Buffer.from("né€")), [
    "né€",
    "né€",
  ]),
  "null varchar": sample(Buffer.concat([of(0xa7), little(2, 10), LATIN]), MAX, [null, null]),
  nvarchar: sample(Buffer.concat([of(0xe7), little(2, 20), LATIN]), long(utf16("ok 😀")), ["ok 😀", "ok 😀"]),
  nchar: sample(Buffer.concat([of(0xef), little(2, 4), LATIN]), long(utf16("ab")), ["ab", "ab"]),
  "varchar(max)": sample(
    Buffer.concat([of(0xa7), MAX, LATIN]),
    inParts(Buffer.from("one "), Buffer.from("two")),
    ["one two", "one two"],
  ),
  "nvarchar(max)": sample(
    Buffer.concat([of(0xe7), MAX, LATIN]),
    inParts(utf16("a".repeat(3000)), utf16("b")),
    [`${"a".repeat(3000)}b`, `${"a".repeat(3000)}b`],
  ),
  "null nvarchar(max)": sample(Buffer.concat([of(0xe7), MAX, LATIN]), little(8, -1n), [null, null]),
  text: sample(
    Buffer.concat([of(0x23), little(4, 2 ** 31 - 1), LATIN, TABLE]),
    Buffer.concat([OLD_LONG, little(4, 3), Buffer.from("old")]),
    ["old", "old"],
  ),
  varbinary: sample(Buffer.concat([of(0xa5), little(2, 8)]), long(of(0, 0xab)), [of(0, 0xab), "0x00AB"]),
  "varbinary(max)": sample(Buffer.concat([of(0xa5), MAX]), inParts(of(1), of(2)), [of(1, 2), "0x0102"]),
  uniqueidentifier: sample(of(0x24, 16), short(GUID), [
    "00112233-4455-6677-8899-AABBCCDDEEFF",
    "00112233-4455-6677-8899-AABBCCDDEEFF",
  ]),
  date: sample(of(0x28), short(little(3, DAY)), [utc("2026-11-22"), "2026-11-22"]),
  time: sample(of(0x29, 7), short(little(5, NOON_7)), [utc("1970-01-01T12:34:56.789Z"), "12:34:56.7890000"]),
  datetime: sample(of(0x6f, 8), short(Buffer.concat([little(4, DAY_1900), little(4, NOON_300)])), [
    utc("2026-11-22T12:34:56.790Z"),
    "2026-11-22 12:34:56.790",
  ]),
  smalldatetime: sample(of(0x6f, 4), short(Buffer.concat([little(2, DAY_1900), little(2, 754)])), [
    utc("2026-11-22T12:34:00Z"),
    "2026-11-22 12:34:00",
  ]),
  datetime2: sample(of(0x2a, 3), short(Buffer.concat([little(4, NOON_7 / 10_000n), little(3, DAY)])), [
    utc("2026-11-22T12:34:56.789Z"),
    "2026-11-22 12:34:56.789",
  ]),
  datetimeoffset: sample(
    of(0x2b, 0),
    short(Buffer.concat([little(3, 84_600), little(3, DAY), little(2, 90)])),
    [utc("2026-11-22T23:30:00Z"), "2026-11-23 01:00:00 +01:30"],
  ),
  sql_variant: sample(
    Buffer.concat([of(0x62), little(4, 8009)]),
    Buffer.concat([little(4, 6), of(0x38, 0), little(4, 42)]),
    [42, "42"],
  ),
  "sql_variant of text": sample(
    Buffer.concat([of(0x62), little(4, 8009)]),
    Buffer.concat([little(4, 13), of(0xe7, 7), LATIN, little(2, 8), utf16("16")]),
    ["16", "16"],
  ),
  xml: sample(of(0xf1, 0), inParts(utf16("<a/>")), ["<a/>", "<a/>"]),
};

export const columnOf = (name: string, { type }: TdsSample): TdsColumn => ({ name, type });
