import { utf8 } from "../../lib/bytes.ts";
import { type Cursor, concat, integer, makeCursor, malformedResponse } from "../wire/binary.ts";

/** HealthCheckResponse.ServingStatus, in order. */
const STATES = ["UNKNOWN", "SERVING", "NOT_SERVING", "SERVICE_UNKNOWN"] as const;
export type HealthState = (typeof STATES)[number];

const fail = () => malformedResponse("gRPC", "health response");

/** HealthCheckRequest with the five-byte gRPC message prefix. */
export function formatHealthRequest(service: string): Uint8Array<ArrayBuffer> {
  const name = utf8(service);
  const message = name.length === 0 ? name : concat(Uint8Array.of(0x0a), varint(name.length), name);
  return concat(integer(1, 0), integer(4, message.length), message);
}

/** One uncompressed message, because the request offered no compression. */
export function parseHealthResponse(body: Uint8Array): HealthState {
  const outer = makeCursor(body, fail);
  if (outer.integer(1) !== 0) throw fail();
  const message = makeCursor(outer.vector(4), fail);
  if (outer.left > 0) throw fail();
  let state = 0;
  while (message.left > 0) {
    const tag = readVarint(message);
    if (tag === 0x08) state = readVarint(message);
    else skip(message, tag % 8);
  }
  return STATES[state] ?? "UNKNOWN";
}

function skip(message: Cursor, kind: number): void {
  if (kind === 0) readVarint(message);
  else if (kind === 1) message.bytes(8);
  else if (kind === 2) message.bytes(readVarint(message));
  else if (kind === 5) message.bytes(4);
  else throw fail();
}

function readVarint(message: Cursor): number {
  let value = 0;
  for (let place = 0; place < 10; place++) {
    const byte = message.integer(1);
    value += (byte & 0x7f) * 2 ** (7 * place);
    if (byte < 0x80) return value;
  }
  throw fail();
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 0x80; left = Math.floor(left / 0x80)) bytes.push((left % 0x80) | 0x80);
  return Uint8Array.from([...bytes, left]);
}
