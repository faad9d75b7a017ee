import { CheckFault } from "../fault.ts";
import { abortable } from "./abortable.ts";
import { makeReader, type Reader } from "./reader.ts";
import type { Address, Socket } from "./socket.ts";

/** A socket that tells when it is connected; with TLS on, when the handshake is done. */
export interface DialedSocket extends Socket {
  readonly opened: Promise<unknown>;
}

export type Dial = (address: Address) => DialedSocket;

export interface DialOptions {
  signal: AbortSignal;
}

/** Throws what the platform throws: `openConnection` is what tells it in words. */
export async function dial(connect: Dial, address: Address, { signal }: DialOptions): Promise<DialedSocket> {
  const socket = connect({ ...address, hostname: bracketed(address.hostname) });
  try {
    await abortable(socket.opened, signal);
    return socket;
  } catch (error) {
    hangUp(socket);
    throw error;
  }
}

/** As an IPv6 address stands in a URL, and as the platform wants it. */
export function bracketed(hostname: string): string {
  return hostname.includes(":") && !hostname.startsWith("[") ? `[${hostname}]` : hostname;
}

/** Not waited for: a socket that is still connecting can't be closed, and would hold the check up. */
export function hangUp(socket: Socket): void {
  socket.close().catch(() => undefined);
}

export interface Line {
  reader: Reader;
  write(bytes: Uint8Array): Promise<void>;
}

/** A connected socket to read from and write to; both throw errors that are told to people as they are. */
export function makeLine(socket: Socket, { signal, maxBytes }: DialOptions & { maxBytes: number }): Line {
  const writer = socket.writable.getWriter();
  return {
    reader: makeReader(socket.readable, { signal, maxBytes }),
    async write(bytes) {
      await abortable(writer.write(bytes), signal).catch((cause: unknown) => {
        throw new CheckFault("closed", "The server closed the connection before it was asked.", { cause });
      });
    },
  };
}
