/** Tokens of a server's response [MS-TDS 2.2.7]. */

export const utf16 = (text: string) => Buffer.from(text, "utf16le");

export function little(size: number, value: number | bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(value));
  return bytes.subarray(0, size);
}

const counted = (size: number, text: string) => Buffer.concat([little(size, text.length), utf16(text)]);

function token(id: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([id]), little(2, body.length), body]);
}

export function errorToken(code: number, text: string): Buffer {
  const state = Buffer.from([1, 14]);
  return token(
    0xaa,
    little(4, code),
    state,
    counted(2, text),
    counted(1, "stand-in"),
    counted(1, ""),
    little(4, 1),
  );
}

export function infoToken(text: string): Buffer {
  const state = Buffer.from([1, 0]);
  return token(
    0xab,
    little(4, 5701),
    state,
    counted(2, text),
    counted(1, "stand-in"),
    counted(1, ""),
    little(4, 1),
  );
}

export function loginAckToken(version: number): Buffer {
  const shown = Buffer.alloc(4);
  shown.writeUInt32BE(version);
  return token(
    0xad,
    Buffer.from([1]),
    shown,
    counted(1, "Microsoft SQL Server"),
    Buffer.from([16, 0, 16, 0]),
  );
}

export function textChangeToken(kind: number, now: string, before: string): Buffer {
  return token(0xe3, Buffer.from([kind]), counted(1, now), counted(1, before));
}

export function collationChangeToken(): Buffer {
  return token(0xe3, Buffer.from([7, 5, 0x09, 0x04, 0xd0, 0x00, 0x34, 0]));
}

export function routingToken(host: string, port: number): Buffer {
  const value = Buffer.concat([Buffer.from([0]), little(2, port), counted(2, host)]);
  return token(0xe3, Buffer.from([20]), little(2, value.length), value, little(2, 0));
}

export function doneToken(status: number, rows = 0): Buffer {
  return Buffer.concat([Buffer.from([0xfd]), little(2, status), little(2, 0xc1), little(8, rows)]);
}

export interface TdsColumn {
  name: string;
  type: Buffer;
}

export function columnsToken(columns: readonly TdsColumn[]): Buffer {
  const all = columns.map(({ name, type }) =>
    Buffer.concat([little(4, 0), little(2, 9), type, counted(1, name)]),
  );
  return Buffer.concat([Buffer.from([0x81]), little(2, columns.length), ...all]);
}

export const rowToken = (...values: Buffer[]) => Buffer.concat([Buffer.from([0xd1]), ...values]);

export function nbcRowToken(values: readonly (Buffer | null)[]): Buffer {
  const bitmap = Buffer.alloc(Math.ceil(values.length / 8));
  for (const [i, value] of values.entries()) if (value === null) bitmap[i >> 3]! |= 1 << (i & 7);
  return Buffer.concat([Buffer.from([0xd2]), bitmap, ...values.filter((value) => value !== null)]);
}
