import { utf8 } from "../../lib/bytes.ts";
import { CheckFault } from "../fault.ts";
import { concat, uint16s, vector } from "../wire/binary.ts";
import { makeDnsCursor, unreadable } from "./bytes.ts";
import { formatRecord } from "./record.ts";
import { RECORD_TYPES, type RecordType } from "./record_type.ts";

const INTERNET = 1;
const RECURSION_DESIRED = 0x0100;
const IS_ANSWER = 0x8000;
const IS_TRUNCATED = 0x0200;

const RESPONSE_CODES: Readonly<Record<number, ResponseCode>> = {
  0: "NOERROR",
  1: "FORMERR",
  2: "SERVFAIL",
  3: "NXDOMAIN",
  4: "NOTIMP",
  5: "REFUSED",
};

type ResponseCode =
  | "FORMERR"
  | "NOERROR"
  | "NOTIMP"
  | "NXDOMAIN"
  | "REFUSED"
  | "SERVFAIL"
  | `RCODE ${number}`;

export interface Question {
  name: string;
  type: RecordType;
}

export interface DnsResponse {
  code: ResponseCode;
  records: string[];
}

/** The name's own server sent a malformed record: a failure of the target, not of the resolver. */
export class RecordFault extends CheckFault {}

export function formatQuery(id: number, { name, type }: Question): Uint8Array<ArrayBuffer> {
  const labels = name.split(".").map((label) => vector(1, utf8(label)));
  const header = uint16s(id, RECURSION_DESIRED, 1, 0, 0, 0);
  return concat(header, ...labels, Uint8Array.of(0), uint16s(RECORD_TYPES[type], INTERNET));
}

export function parseResponse(
  message: Uint8Array,
  { id, type }: { id: number; type: RecordType },
): DnsResponse {
  const cursor = makeDnsCursor(message);
  const [responseId, flags, questions, responses] = [
    cursor.uint16(),
    cursor.uint16(),
    cursor.uint16(),
    cursor.uint16(),
  ];
  cursor.bytes(4);
  if (responseId !== id || !(flags & IS_ANSWER) || flags & IS_TRUNCATED) throw unreadable();
  for (let i = 0; i < questions; i++) {
    cursor.name();
    cursor.bytes(4);
  }
  const records: string[] = [];
  for (let i = 0; i < responses; i++) {
    cursor.name();
    const recordType = cursor.uint16();
    cursor.bytes(6);
    const length = cursor.uint16();
    const start = cursor.at;
    cursor.bytes(length);
    if (recordType === RECORD_TYPES[type])
      records.push(readRecord(message.subarray(0, start + length), { type, start }));
  }
  const code = flags & 15;
  return { code: RESPONSE_CODES[code] ?? `RCODE ${code}`, records };
}

function readRecord(message: Uint8Array, { type, start }: { type: RecordType; start: number }): string {
  try {
    return formatRecord(message, { type, start });
  } catch (cause) {
    throw new RecordFault("protocol", `Malformed ${type} record.`, {
      cause,
    });
  }
}
