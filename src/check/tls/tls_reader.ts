import { abortable } from "../../lib/wire/abortable.ts";
import { brokenError, makeReader } from "../../lib/wire/reader.ts";
import type { Socket } from "../../lib/wire/socket.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import { type Chain, readChain12, readChain13 } from "./tls_chain.ts";
import { createEphemeral, type Ephemeral, TLS13 } from "./tls_client_hello.ts";
import { exchangeHellos } from "./tls_hello_exchange.ts";
import { makeMessageReader } from "./tls_messages.ts";

/** Real chains have some kilobytes. */
const MAX_HANDSHAKE_BYTES = 256 * 1024;

interface TlsAnswer {
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

/**
 * The certificates a server shows on a connection that is open, also behind STARTTLS: the platform's fetch and TLS
 * sockets show none. Nothing is trusted and nothing secret sent: the handshake ends when the server has shown its part.
 * Afterwards the connection is good for nothing else.
 */
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
    const hellos = await exchangeHellos({ messages, write }, { serverName, alpn, ephemeral });
    if (hellos.server.version === TLS13) {
      return { chain: await readChain13(messages, hellos), protocol: "TLS 1.3" };
    }
    const { server } = hellos;
    const { random } = ephemeral;
    return { chain: await readChain12(messages, { server, random }), protocol: "TLS 1.2" };
  } finally {
    reader.cancel();
  }
}
