import type { Reader } from "../../lib/wire/reader.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import { concat, integer, makeCursor, malformedResponse } from "../wire/binary.ts";

export const FRAME = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goAway: 7,
  continuation: 9,
} as const;

export const FLAG = { endStream: 1, acknowledged: 1, endHeaders: 4, padded: 8, priority: 32 } as const;

const DEFAULT_MAX_FRAME_SIZE = 16_384;
const TLS_ALERT = 0x15;
const LETTER_H = 0x48;

export interface Frame {
  type: number;
  flags: number;
  stream: number;
  payload: Uint8Array;
}

export function formatFrame({ type, flags, stream, payload }: Frame): Uint8Array<ArrayBuffer> {
  return concat(integer(3, payload.length), Uint8Array.of(type, flags), integer(4, stream), payload);
}

export async function readSettings(reader: Reader): Promise<Frame> {
  const [first] = await reader.readExactly(1);
  if (first === TLS_ALERT) throw new WireError("malformed", "The server speaks TLS: use an https address.");
  if (first === LETTER_H) {
    const message = "The server speaks HTTP/1, but gRPC needs HTTP/2: check the port.";
    throw new WireError("malformed", message);
  }
  if (first !== 0) throw new WireError("malformed", "The server does not speak HTTP/2: check the port.");
  const frame = await readRest(reader, await reader.readExactly(8));
  if (frame.type !== FRAME.settings || frame.flags & FLAG.acknowledged) {
    throw malformedResponse("HTTP/2", "first frame");
  }
  return frame;
}

export async function readFrame(reader: Reader): Promise<Frame> {
  const head = await reader.readExactly(9);
  if (head[0] !== 0) throw malformedResponse("HTTP/2", "frame");
  return await readRest(reader, head.subarray(1));
}

/** The length's high byte is already read: it is zero in frames of allowed size. */
async function readRest(reader: Reader, head: Uint8Array): Promise<Frame> {
  const cursor = makeCursor(head, () => malformedResponse("HTTP/2", "frame"));
  const [length, type, flags, stream] = [
    cursor.integer(2),
    cursor.integer(1),
    cursor.integer(1),
    cursor.integer(4),
  ];
  if (length > DEFAULT_MAX_FRAME_SIZE) throw malformedResponse("HTTP/2", "frame");
  return { type, flags, stream: stream % 2 ** 31, payload: await reader.readExactly(length) };
}

export function contentOf({ type, flags, payload }: Frame): Uint8Array {
  const cursor = makeCursor(payload, () => malformedResponse("HTTP/2", "padding"));
  const padding = flags & FLAG.padded ? cursor.integer(1) : 0;
  if (type === FRAME.headers && flags & FLAG.priority) cursor.bytes(5);
  return cursor.bytes(cursor.left - padding);
}
