import { brokenError, makeReader } from "../../lib/wire/reader.ts";
import type { Socket } from "../../lib/wire/socket.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import { abortable } from "../../lib/within.ts";
import { type Chain, readProof12, readProof13 } from "./tls_chain.ts";
import { createEphemeral, type Ephemeral, TLS13 } from "./tls_client_hello.ts";
import { exchangeHellos } from "./tls_hello_exchange.ts";
import { makeMessageReader } from "./tls_messages.ts";
import { READER_OFFER } from "./tls_offer.ts";

const MAX_HANDSHAKE_BYTES = 256 * 1024;

interface TlsResponse {
  chain: Chain;
  protocol: "TLS 1.2" | "TLS 1.3";
}

export interface TlsReadOptions {
  serverName: string;
  alpn?: readonly string[];
  signal?: AbortSignal | undefined;
  ephemeral?: Ephemeral;
}

/**
 * Needed because fetch and the platform's TLS sockets don't expose certificates. Works after STARTTLS too.
 * Trusts nothing, sends no secret and stops after the server's part of the handshake; the connection is
 * useless afterwards.
 */
export async function readCertificateChain(socket: Socket, options: TlsReadOptions): Promise<TlsResponse> {
  const { serverName, alpn = ["h2", "http/1.1"], signal, ephemeral = createEphemeral() } = options;
  const reader = makeReader(socket.readable, { maxBytes: MAX_HANDSHAKE_BYTES, signal });
  const writer = socket.writable.getWriter();
  const messages = makeMessageReader(reader, MAX_HANDSHAKE_BYTES);

  async function write(bytes: Uint8Array): Promise<void> {
    await abortable(writer.write(bytes), signal).catch((cause: unknown) => {
      throw signal?.aborted
        ? new WireError("aborted", "The server is unreachable.", { cause })
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
