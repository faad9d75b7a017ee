import type { Duplex } from "node:stream";

export interface TdsMessage {
  type: number;
  body: Buffer;
}

export const TYPE = { none: 0, batch: 1, answer: 4, login: 0x10, prelogin: 0x12 } as const;
const HEADER_BYTES = 8;

/** A malformed packet becomes one message without a type, with everything after it. */
export function makeMessageSplitter(onMessage: (message: TdsMessage) => void) {
  let waiting = Buffer.alloc(0);
  let parts: Buffer[] = [];
  return (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk]);
    while (waiting.length >= HEADER_BYTES) {
      const length = waiting.readUInt16BE(2);
      if (length < HEADER_BYTES) {
        // The next packet's start is unknown.
        const body = waiting;
        waiting = Buffer.alloc(0);
        return onMessage({ type: TYPE.none, body });
      }
      if (waiting.length < length) return;
      const [type = 0, status = 0] = waiting;
      parts.push(waiting.subarray(HEADER_BYTES, length));
      waiting = waiting.subarray(length);
      if ((status & 1) === 0) continue;
      const body = Buffer.concat(parts);
      parts = [];
      onMessage({ type, body });
    }
  };
}

export function packetsOf(body: Buffer, { type, size = 4096 }: { type: number; size?: number }): Buffer {
  const packets: Buffer[] = [];
  const room = size - HEADER_BYTES;
  for (let at = 0; at === 0 || at < body.length; at += room) {
    const part = body.subarray(at, at + room);
    const header = Buffer.from([type, at + room >= body.length ? 1 : 0, 0, 0, 0, 51, packets.length + 1, 0]);
    header.writeUInt16BE(part.length + HEADER_BYTES, 2);
    packets.push(header, part);
  }
  return Buffer.concat(packets);
}

export function sendResponse(stream: Duplex, ...tokens: Buffer[]): void {
  stream.write(packetsOf(Buffer.concat(tokens), { type: TYPE.answer }));
}
