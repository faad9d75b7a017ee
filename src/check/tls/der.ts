export interface Der {
  tag: number;
  body: Uint8Array;
  whole: Uint8Array;
}

export const BOOLEAN = 0x01;
export const INTEGER = 0x02;
export const BIT_STRING = 0x03;
export const OCTET_STRING = 0x04;
export const OBJECT_ID = 0x06;
export const SEQUENCE = 0x30;

export function parseDer(bytes: Uint8Array, tag: number): Der {
  const [only, ...more] = listDer(bytes);
  if (!only || more.length > 0 || only.tag !== tag) throw new Error("The DER is not what was expected.");
  return only;
}

export function listDer(bytes: Uint8Array): Der[] {
  const found: Der[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at]!;
    const { length, from } = readLength(bytes, at + 1);
    const to = from + length;
    if ((tag & 0x1f) === 0x1f || to > bytes.length) throw new Error("The DER can't be read.");
    found.push({ tag, body: bytes.subarray(from, to), whole: bytes.subarray(at, to) });
    at = to;
  }
  return found;
}

function readLength(bytes: Uint8Array, at: number): { length: number; from: number } {
  const first = bytes[at];
  if (first === undefined) throw new Error("The DER ends early.");
  if (first < 0x80) return { length: first, from: at + 1 };
  const size = first & 0x7f;
  if (size === 0 || size > 3 || at + size >= bytes.length) throw new Error("The DER has a length of no use.");
  const length = bytes.subarray(at + 1, at + 1 + size).reduce((sum, byte) => sum * 256 + byte, 0);
  return { length, from: at + 1 + size };
}

/** UTCTime or GeneralizedTime, in the only form allowed in certificates (RFC 5280, 4.1.2.5). */
export function parseTime({ tag, body }: Der): number {
  const text = String.fromCharCode(...body.subarray(0, 20));
  const match = /^(\d\d|\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!match || (tag === 0x17) !== (match[1]!.length === 2)) throw new Error("The time can't be read.");
  const [year, month, ...rest] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const century = tag === 0x17 ? (year < 50 ? 2000 : 1900) : 0;
  return Date.UTC(century + year, month - 1, ...rest);
}
