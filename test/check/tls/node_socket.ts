import { connect as connectTcp } from "node:net";
import { Duplex } from "node:stream";
import type { Address, Socket } from "../../../src/lib/wire/socket.ts";

export function connectNode({ hostname, port }: Omit<Address, "tls">): Socket {
  // Without this, Node aborts a write when the server closes its side.
  const tcp = connectTcp({ host: hostname, port, allowHalfOpen: true });
  const { readable, writable } = Duplex.toWeb(tcp);
  return {
    // The casts are safe: Node declares its own types for the same web streams.
    readable: readable as unknown as ReadableStream<Uint8Array>,
    writable: writable as unknown as WritableStream<Uint8Array>,
    async close() {
      tcp.destroy();
    },
  };
}
