import type { Socket } from "../../lib/wire/socket.ts";
import { concat } from "../wire/binary.ts";
import { formatPackets, HEADER_BYTES, malformed, PACKET } from "./packet.ts";

const RECORD = { changeCipherSpec: 0x14, alert: 0x15, handshake: 0x16, data: 0x17 } as const;
const RECORD_HEADER_BYTES = 5;
const CLIENT_HELLO = 1;

/**
 * TDS carries the TLS handshake inside its packets, and later data bare. Both are distinguishable by their
 * first byte.
 */
export function wrapHandshake(socket: Socket): Socket {
  const unwrapped = socket.readable.pipeThrough(new TransformStream({ transform: makeUnwrapper() }));
  const writer = socket.writable.getWriter();
  const wrap = makeWrapper();
  return {
    readable: unwrapped,
    writable: new WritableStream<Uint8Array>({
      async write(chunk) {
        const bytes = wrap(chunk);
        if (bytes.length > 0) await writer.write(bytes);
      },
      close: () => writer.close(),
      abort: (reason) => writer.abort(reason),
    }),
    close: () => socket.close(),
  };
}

type Unwrap = (chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>) => void;

function makeUnwrapper(): Unwrap {
  let waiting: Uint8Array = new Uint8Array();
  let missing = 0;
  let isBare = false;

  return (chunk, controller) => {
    waiting = waiting.length === 0 ? chunk : concat(waiting, chunk);
    while (waiting.length > 0) {
      if (missing === 0 && !isBare) {
        isBare = waiting[0]! >= RECORD.changeCipherSpec && waiting[0]! <= RECORD.data;
        if (!isBare) {
          if (waiting.length < HEADER_BYTES) return;
          missing = parseHeader(waiting);
          waiting = waiting.subarray(HEADER_BYTES);
          continue;
        }
      }
      const part = isBare ? waiting : waiting.subarray(0, missing);
      controller.enqueue(part);
      waiting = waiting.subarray(part.length);
      if (!isBare) missing -= part.length;
    }
  };
}

function parseHeader(packet: Uint8Array): number {
  const length = packet[2]! * 256 + packet[3]! - HEADER_BYTES;
  const isKnown = packet[0] === PACKET.response || packet[0] === PACKET.prelogin;
  if (!isKnown || length < 0) throw malformed("TLS handshake");
  return length;
}

/** Servers respond once per message, so everything the client writes before it waits goes into one. */
function makeWrapper(): (chunk: Uint8Array) => Uint8Array {
  let flight: Uint8Array = new Uint8Array();
  let isChanged = false;
  let isBare = false;

  function isWhole(): boolean {
    let isEnded = false;
    for (let at = 0; at + RECORD_HEADER_BYTES < flight.length; ) {
      const type = flight[at];
      const isHello = type === RECORD.handshake && flight[at + RECORD_HEADER_BYTES] === CLIENT_HELLO;
      isEnded = type === RECORD.alert || (type === RECORD.handshake && isChanged) || (isHello && !isChanged);
      isChanged ||= type === RECORD.changeCipherSpec;
      at += RECORD_HEADER_BYTES + flight[at + 3]! * 256 + flight[at + 4]!;
    }
    return isEnded;
  }

  return (chunk) => {
    isBare ||= chunk[0] === RECORD.data;
    if (isBare) return chunk;
    flight = concat(flight, chunk);
    if (!isWhole()) return new Uint8Array();
    const packets = formatPackets(flight, { type: PACKET.prelogin });
    flight = new Uint8Array();
    return concat(...packets);
  };
}
