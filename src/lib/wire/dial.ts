import { abortable } from "./abortable.ts";
import { makeReader, type Reader } from "./reader.ts";
import type { Address, Socket } from "./socket.ts";
import { WireError } from "./wire_error.ts";

/** A socket that tells when it is connected; with TLS on, when the handshake is done. */
export interface DialedSocket extends Socket {
  readonly opened: Promise<unknown>;
  /** Only on a connection opened with `starttls`; the socket it was called on is spent. */
  startTls?(): DialedSocket;
}

export type Dial = (address: Address) => DialedSocket;

interface DialOptions {
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
  /** Gives the socket back, as it must be before `startTls`. */
  release(): void;
}

/** A connected socket to read from and write to; both throw WireErrors. */
export function makeLine(socket: Socket, { signal, maxBytes }: DialOptions & { maxBytes: number }): Line {
  const writer = socket.writable.getWriter();
  const reader = makeReader(socket.readable, { signal, maxBytes });
  return {
    reader,
    async write(bytes) {
      await abortable(writer.write(bytes), signal).catch((cause: unknown) => {
        if (signal.aborted)
          throw new WireError("aborted", "The server did not take what was sent.", { cause });
        throw new WireError("closed", "The server closed the connection before it was asked.", { cause });
      });
    },
    release() {
      reader.release();
      writer.releaseLock();
    },
  };
}
