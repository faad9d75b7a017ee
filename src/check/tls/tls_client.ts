import { makeReader } from "../../lib/wire/reader.ts";
import type { Socket } from "../../lib/wire/socket.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import type { Chain } from "./tls_chain.ts";
import { createEphemeral, type Ephemeral, TLS13 } from "./tls_client_hello.ts";
import type { Handshake, TlsLine } from "./tls_handshake.ts";
import { exchangeHellos } from "./tls_hello_exchange.ts";
import { checkServerHello } from "./tls_hello_rules.ts";
import { ALERT, makeMessageReader } from "./tls_messages.ts";
import { CLIENT_OFFER, TLS12_OFFER } from "./tls_offer.ts";
import { makeRecordWriter } from "./tls_record_writer.ts";
import { makeSecuredSocket } from "./tls_secured_socket.ts";
import { checkTrust, type Trust } from "./tls_trust.ts";
import { shakeHands12 } from "./tls12_handshake.ts";
import { shakeHands13 } from "./tls13_handshake.ts";

const MAX_HANDSHAKE_BYTES = 256 * 1024;

export interface TlsClientOptions {
  serverName: string;
  trust: Trust;
  alpn: readonly string[];
  signal: AbortSignal;
  now: number;
  maxVersion?: "TLS 1.2" | undefined;
  ephemeral?: Ephemeral;
}

interface SecuredSocket extends Socket {
  readonly chain: Chain;
  readonly protocol: "TLS 1.2" | "TLS 1.3";
  readonly alpn: string | null;
}

/** The caller closes `socket`, which can't be used otherwise afterwards, even on failure. */
export async function startTlsClient(socket: Socket, options: TlsClientOptions): Promise<SecuredSocket> {
  const { signal } = options;
  const reader = makeReader(socket.readable, { maxBytes: Number.POSITIVE_INFINITY, signal });
  const records = makeRecordWriter(socket.writable, signal);
  const line = { messages: makeMessageReader(reader, MAX_HANDSHAKE_BYTES), records };
  try {
    const { protocol, ...handshake } = await shakeHands(line, options);
    const streams = makeSecuredSocket(line, {
      handleMessage: handshake.handleMessage,
      close: () => socket.close(),
    });
    return { ...streams, protocol, chain: handshake.chain, alpn: handshake.alpn };
  } catch (error) {
    await sendRefusal(line, error);
    reader.cancel();
    throw error;
  }
}

async function shakeHands(
  line: TlsLine,
  { serverName, alpn, trust, now, maxVersion, ephemeral = createEphemeral() }: TlsClientOptions,
): Promise<Handshake & Pick<SecuredSocket, "protocol">> {
  const { messages, records } = line;
  const { sessionId, random } = ephemeral;
  const offer = maxVersion ? TLS12_OFFER : CLIENT_OFFER;
  messages.ignoreChangeCipherSpec(false);
  const hellos = await exchangeHellos(
    { messages, write: records.writeRaw },
    {
      offer,
      serverName,
      alpn,
      ephemeral,
      check(server) {
        checkServerHello(server, { offer, sessionId, alpn });
        messages.ignoreChangeCipherSpec(server.version === TLS13);
      },
    },
  );
  const verify = (chain: Chain) => checkTrust(chain, { trust, serverName, now });
  const options = { hellos, clientRandom: random, alpn, verify };
  return hellos.server.version === TLS13
    ? { ...(await shakeHands13(line, options)), protocol: "TLS 1.3" }
    : { ...(await shakeHands12(line, options)), protocol: "TLS 1.2" };
}

const FATAL = 2;

/** Alerts for the server's log. Other faults were reported by the server, or nobody is left to read one. */
const ALERTS: Readonly<Partial<Record<WireError["fault"], number>>> = {
  malformed: 47,
  too_large: 22,
  unproven: 51,
  unsupported: 70,
  untrusted: 46,
};

async function sendRefusal({ records }: TlsLine, error: unknown): Promise<void> {
  const code = error instanceof WireError ? ALERTS[error.fault] : undefined;
  if (code !== undefined && !records.isBusy) {
    await records.write(ALERT, Uint8Array.of(FATAL, code)).catch(() => undefined);
  }
}
