import { utf8 } from "../../lib/bytes.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import { concat, integer, makeCursor, malformedResponse, vector } from "../wire/binary.ts";
import { foreignResponse } from "../wire/first_response.ts";
import type { Wire } from "../wire/wire.ts";

export const PROTOCOL_HEADER = Uint8Array.of(0x41, 0x4d, 0x51, 0x50, 0, 0, 9, 1);

export const START = 10;
export const START_OK = 11;
export const SECURE = 20;
export const TUNE = 30;
export const TUNE_OK = 31;
export const OPEN = 40;
export const OPEN_OK = 41;
export const CLOSE = 50;
export const CLOSE_OK = 51;

const CONNECTION_CLASS = 10;
const METHOD_FRAME = 1;
const HEARTBEAT_FRAME = 8;
const FRAME_END = 0xce;
const HEAD_BYTES = 7;
const MOST_BYTES = 128 * 1024;

export interface AmqpMethod {
  method: number;
  body: Uint8Array;
}

export const argumentsOf = ({ body }: AmqpMethod) =>
  makeCursor(body, () => malformedResponse("AMQP 0-9-1", "method"));

export function formatMethod(method: number, ...args: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const payload = concat(integer(2, CONNECTION_CLASS), integer(2, method), ...args);
  return concat(Uint8Array.of(METHOD_FRAME, 0, 0), vector(4, payload), Uint8Array.of(FRAME_END));
}

export function shortText(text: string): Uint8Array<ArrayBuffer> {
  return vector(1, utf8(text));
}

export function longText(text: string): Uint8Array<ArrayBuffer> {
  return vector(4, utf8(text));
}

export async function readMethod(wire: Wire): Promise<AmqpMethod> {
  for (;;) {
    const head = await wire.reader.readExactly(HEAD_BYTES);
    if (head[0] === PROTOCOL_HEADER[0]) throw describeVersion(head, await wire.reader.readExactly(1));
    const cursor = makeCursor(head, () => malformedResponse("AMQP 0-9-1", "frame"));
    const [kind, channel, length] = [cursor.integer(1), cursor.integer(2), cursor.integer(4)];
    const isKnown = kind === METHOD_FRAME || kind === HEARTBEAT_FRAME;
    if (!isKnown || channel !== 0 || length > MOST_BYTES) throw foreignResponse(wire, "AMQP 0-9-1", kind);
    const payload = await wire.reader.readExactly(length + 1);
    if (payload[length] !== FRAME_END) throw malformedResponse("AMQP 0-9-1", "frame");
    if (kind === METHOD_FRAME) return parseMethod(payload.subarray(0, length));
  }
}

function parseMethod(payload: Uint8Array): AmqpMethod {
  const cursor = makeCursor(payload, () => malformedResponse("AMQP 0-9-1", "method"));
  if (cursor.integer(2) !== CONNECTION_CLASS) throw malformedResponse("AMQP 0-9-1", "method");
  return { method: cursor.integer(2), body: cursor.rest() };
}

/** A server without this version sends the version it supports, then hangs up. */
function describeVersion(head: Uint8Array, last: Uint8Array): WireError {
  const bytes = concat(head, last);
  if (!PROTOCOL_HEADER.subarray(0, 4).every((byte, i) => bytes[i] === byte)) {
    return malformedResponse("AMQP 0-9-1");
  }
  const version = bytes.subarray(5).join("-");
  return new WireError("unsupported", `The server uses AMQP ${version}, but checks need 0-9-1.`);
}
