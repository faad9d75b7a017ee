import type { Line } from "../../lib/wire/dial.ts";
import type { Reader } from "../../lib/wire/reader.ts";
import type { WireError } from "../../lib/wire/wire_error.ts";
import { concat, integer, malformedResponse } from "../wire/binary.ts";

export const PACKET = { batch: 0x01, response: 0x04, login: 0x10, prelogin: 0x12 } as const;
export const HEADER_BYTES = 8;
/** Until the server announces another size. */
export const PACKET_BYTES = 4096;
const LAST = 1;

export const malformed = (what?: string): WireError => malformedResponse("TDS", what);

interface Outgoing {
  type: number;
  packetBytes?: number;
}

export function formatPackets(
  message: Uint8Array,
  { type, packetBytes = PACKET_BYTES }: Outgoing,
): Uint8Array<ArrayBuffer>[] {
  const room = packetBytes - HEADER_BYTES;
  const count = Math.max(1, Math.ceil(message.length / room));
  return Array.from({ length: count }, (_, i) => {
    const part = message.subarray(i * room, (i + 1) * room);
    const status = i === count - 1 ? LAST : 0;
    const length = integer(2, part.length + HEADER_BYTES);
    return concat(Uint8Array.of(type, status), length, Uint8Array.of(0, 0, (i + 1) & 0xff, 0), part);
  });
}

/** Under TLS each record must hold exactly one packet. */
export async function sendMessage(line: Line, message: Uint8Array, outgoing: Outgoing): Promise<void> {
  for (const packet of formatPackets(message, outgoing)) await line.write(packet);
}

export interface TdsResponse {
  take(length: number): Promise<Uint8Array>;
  number(size: number): Promise<number>;
  rest(): Promise<Uint8Array>;
}

export function makeResponse({ readExactly }: Reader): TdsResponse {
  let packet: Uint8Array = new Uint8Array();
  let isLast = false;

  async function readPacket(): Promise<void> {
    if (isLast) throw malformed();
    const header = await readExactly(HEADER_BYTES);
    const length = header[2]! * 256 + header[3]! - HEADER_BYTES;
    if (header[0] !== PACKET.response || length < 0) throw malformed();
    packet = await readExactly(length);
    isLast = (header[1]! & LAST) !== 0;
  }

  async function take(length: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    for (let missing = length; ; ) {
      const part = packet.subarray(0, missing);
      packet = packet.subarray(part.length);
      parts.push(part);
      missing -= part.length;
      if (missing === 0) return parts.length === 1 ? part : concat(...parts);
      await readPacket();
    }
  }

  return {
    take,
    number: async (size) => (await take(size)).reduceRight((value, byte) => value * 256 + byte, 0),
    async rest() {
      const parts = [packet];
      while (!isLast) {
        await readPacket();
        parts.push(packet);
      }
      packet = new Uint8Array();
      return concat(...parts);
    },
  };
}

const utf16 = new TextDecoder("utf-16le");

export const parseUtf16 = (bytes: Uint8Array): string => utf16.decode(bytes);

export function formatUtf16(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 2);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    bytes[2 * i] = unit & 0xff;
    bytes[2 * i + 1] = unit >> 8;
  }
  return bytes;
}
