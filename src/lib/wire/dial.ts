import { abortable } from "../within.ts";
import { makeReader, type Reader } from "./reader.ts";
import type { Address, Socket } from "./socket.ts";
import { WireError } from "./wire_error.ts";

export interface DialedSocket extends Socket {
  readonly opened: Promise<unknown>;
  /** Only if opened with `starttls`; invalidates this socket. */
  startTls?(): DialedSocket;
}

export type Dial = (address: Address) => DialedSocket;

interface DialOptions {
  signal: AbortSignal;
}

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

export function bracketed(hostname: string): string {
  return hostname.includes(":") && !hostname.startsWith("[") ? `[${hostname}]` : hostname;
}

/** Not awaited: a socket that is still connecting can't be closed, and would block the check. */
export function hangUp(socket: Socket): void {
  socket.close().catch(() => undefined);
}

export interface Line {
  reader: Reader;
  write(bytes: Uint8Array): Promise<void>;
  release(): void;
}

export function makeLine(socket: Socket, { signal, maxBytes }: DialOptions & { maxBytes: number }): Line {
  const writer = socket.writable.getWriter();
  const reader = makeReader(socket.readable, { signal, maxBytes });
  return {
    reader,
    async write(bytes) {
      await abortable(writer.write(bytes), signal).catch((cause: unknown) => {
        if (signal.aborted) throw new WireError("aborted", "The server stopped accepting data.", { cause });
        throw new WireError("closed", "The server closed the connection before the request.", { cause });
      });
    },
    release() {
      reader.release();
      writer.releaseLock();
    },
  };
}
