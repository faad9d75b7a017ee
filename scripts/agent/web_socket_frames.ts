import { randomBytes } from "node:crypto";

const TEXT = 1;
const BINARY = 2;
const CLOSE = 8;
const PING = 9;
const PONG = 10;
const MOST_BYTES = 4 * 1024 * 1024;

type FrameEvent =
  | { kind: "message"; data: string | Uint8Array }
  | { kind: "ping"; data: Buffer }
  | { kind: "close"; code: number; reason: string };

export const OPCODES = { text: TEXT, binary: BINARY, close: CLOSE, pong: PONG } as const;

/** RFC 6455 requires a client to mask its frames. */
export function writeFrame(opcode: number, payload: Uint8Array): Buffer {
  const { length } = payload;
  const size = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const head = Buffer.alloc(2 + size);
  head[0] = 0x80 | opcode;
  head[1] = 0x80 | (size === 0 ? length : size === 2 ? 126 : 127);
  if (size === 2) head.writeUInt16BE(length, 2);
  if (size === 8) head.writeBigUInt64BE(BigInt(length), 2);
  const mask = randomBytes(4);
  const masked = Buffer.from(payload);
  for (let i = 0; i < length; i++) masked[i] = (masked[i] ?? 0) ^ (mask[i & 3] ?? 0);
  return Buffer.concat([head, mask, masked]);
}

export function closePayload(code: number): Uint8Array {
  return Uint8Array.of(code >> 8, code & 255);
}

export function makeFrameReader(): (bytes: Buffer) => FrameEvent[] {
  let waiting = Buffer.alloc(0);
  let parts: Buffer[] = [];
  let opcode = 0;
  return (bytes) => {
    waiting = Buffer.concat([waiting, bytes]);
    const events: FrameEvent[] = [];
    for (;;) {
      const frame = takeFrame(waiting);
      if (!frame) return events;
      waiting = waiting.subarray(frame.end);
      if (frame.opcode >= CLOSE) events.push(...toControl(frame.opcode, frame.payload));
      else {
        if (frame.opcode !== 0) [opcode, parts] = [frame.opcode, []];
        parts.push(frame.payload);
        if (parts.reduce((sum, part) => sum + part.length, 0) > MOST_BYTES) throw new Error("Too large.");
        if (frame.isLast) events.push({ kind: "message", data: toData(opcode, Buffer.concat(parts)) });
      }
    }
  };
}

function toData(opcode: number, payload: Buffer): string | Uint8Array {
  return opcode === TEXT ? payload.toString("utf8") : new Uint8Array(payload);
}

function toControl(opcode: number, payload: Buffer): FrameEvent[] {
  if (opcode === PING) return [{ kind: "ping", data: payload }];
  if (opcode !== CLOSE) return [];
  const code = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
  return [{ kind: "close", code, reason: payload.subarray(2).toString("utf8") }];
}

function takeFrame(bytes: Buffer) {
  if (bytes.length < 2) return null;
  const [first = 0, second = 0] = bytes;
  const short = second & 127;
  const size = short === 126 ? 2 : short === 127 ? 8 : 0;
  const start = 2 + size;
  if (second & 128 || first & 0x70) throw new Error("This is no frame of a server.");
  if (bytes.length < start) return null;
  const length = size === 0 ? short : size === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  if (length > MOST_BYTES) throw new Error("Too large.");
  const end = start + length;
  if (bytes.length < end) return null;
  return { isLast: (first & 128) !== 0, opcode: first & 15, payload: bytes.subarray(start, end), end };
}
