import { abortable } from "../../lib/wire/abortable.ts";
import { brokenError, makeReader } from "../../lib/wire/reader.ts";
import type { Connect, Socket } from "../../lib/wire/socket.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import { type Chain, readProof12, readProof13 } from "./tls_chain.ts";
import { createEphemeral, type Ephemeral, TLS13 } from "./tls_client_hello.ts";
import { exchangeHellos } from "./tls_hello_exchange.ts";
import { makeMessageReader } from "./tls_messages.ts";
import { READER_OFFER } from "./tls_offer.ts";

/** Real chains have some kilobytes. */
const MAX_HANDSHAKE_BYTES = 256 * 1024;

export interface TlsAnswer {
  chain: Chain;
  protocol: "TLS 1.2" | "TLS 1.3";
}

export interface TlsReadOptions {
  /** Asked for by SNI when it is a name. */
  serverName: string;
  /** What the connection is said to be for. Empty for servers that speak something else than HTTP. */
  alpn?: readonly string[];
  signal?: AbortSignal | undefined;
  ephemeral?: Ephemeral;
}

export interface TlsTarget extends TlsReadOptions {
  hostname: string;
  port: number;
}

/**
 * Opens a connection of its own to read the certificate a server shows, as the platform's fetch and TLS sockets
 * show none. Nothing is trusted and nothing secret sent: the handshake ends when the server has shown its part.
 */
export async function readServerCertificate(connect: Connect, target: TlsTarget): Promise<TlsAnswer> {
  const { hostname, port, ...options } = target;
  const socket = openSocket(connect, { hostname, port });
  try {
    return await readCertificateChain(socket, options);
  } finally {
    // Not waited for: a socket that is still connecting can't be closed, and would hold the check up.
    socket.close().catch(() => undefined);
  }
}

/** The same on a connection that is already open, as behind STARTTLS. Afterwards it is good for nothing else. */
export async function readCertificateChain(socket: Socket, options: TlsReadOptions): Promise<TlsAnswer> {
  const { serverName, alpn = ["h2", "http/1.1"], signal, ephemeral = createEphemeral() } = options;
  const reader = makeReader(socket.readable, { maxBytes: MAX_HANDSHAKE_BYTES, signal });
  const writer = socket.writable.getWriter();
  const messages = makeMessageReader(reader, MAX_HANDSHAKE_BYTES);

  async function write(bytes: Uint8Array): Promise<void> {
    await abortable(writer.write(bytes), signal).catch((cause: unknown) => {
      throw signal?.aborted
        ? new WireError("aborted", "The server could not be reached.", { cause })
        : brokenError(cause);
    });
  }

  try {
    const hellos = await exchangeHellos(
      { messages, write },
      { offer: READER_OFFER, serverName, alpn, ephemeral },
    );
    if (hellos.server.version === TLS13) {
      const { chain } = await readProof13(messages, { hellos, offer: READER_OFFER });
      return { chain, protocol: "TLS 1.3" };
    }
    const { random } = ephemeral;
    const { chain } = await readProof12(messages, { hellos, random, offer: READER_OFFER });
    return { chain, protocol: "TLS 1.2" };
  } finally {
    reader.cancel();
  }
}

function openSocket(connect: Connect, { hostname, port }: { hostname: string; port: number }): Socket {
  try {
    return connect({ hostname, port, tls: "off" });
  } catch (cause) {
    throw brokenError(cause);
  }
}
