import { WireError } from "../../lib/wire/wire_error.ts";
import { concat, integer, vector } from "../wire/binary.ts";
import { malformed } from "./tls_bytes.ts";
import { type Ephemeral, formatClientHello, TLS13 } from "./tls_client_hello.ts";
import { isGroupId, type KeyShare, P256, X25519 } from "./tls_key_share.ts";
import { digest } from "./tls_keys.ts";
import { HANDSHAKE, type Message, type MessageReader } from "./tls_messages.ts";
import type { Offer } from "./tls_offer.ts";
import { parseServerHello, type ServerHello } from "./tls_server_hello.ts";
import { TLS13_SUITES } from "./tls_suites.ts";

const SERVER_HELLO = 2;
const MESSAGE_HASH = 254;
const CHANGE_CIPHER_SPEC = Uint8Array.of(20, 3, 3, 0, 1, 1);

export interface HelloOptions {
  offer: Offer;
  serverName: string;
  alpn: readonly string[];
  ephemeral: Ephemeral;
  check?: (server: ServerHello) => void;
}

interface TlsMessages {
  messages: MessageReader;
  write(bytes: Uint8Array): Promise<void>;
}

export interface Hellos {
  server: ServerHello;
  shares: readonly KeyShare[];
  transcript: Uint8Array;
}

export async function exchangeHellos(wire: TlsMessages, options: HelloOptions): Promise<Hellos> {
  const { ephemeral, check = () => undefined, ...named } = options;
  const shares = await Promise.all(([X25519, P256] as const).map(ephemeral.createKeyShare));
  const hello = formatClientHello(ephemeral, { ...named, shares });
  await wire.write(formatRecord(hello, { version: 0x0301 }));
  const first = await readServerHello(wire.messages);
  check(first.server);
  if (!first.server.isRetry) return { server: first.server, shares, transcript: concat(hello, first.raw) };

  const { group, cookie, suite } = first.server;
  if (group === null && cookie === null) throw malformed("HelloRetryRequest");
  const nextShares = group === null ? shares : [await createAskedShare(group, { shares, ephemeral })];
  const nextHello = formatClientHello(ephemeral, { ...named, shares: nextShares, cookie });
  await wire.write(concat(CHANGE_CIPHER_SPEC, formatRecord(nextHello, { version: 0x0303 })));
  const second = await readServerHello(wire.messages);
  check(second.server);
  if (second.server.isRetry || second.server.suite !== suite || second.server.version !== TLS13) {
    throw malformed("second ServerHello");
  }
  const helloHash = digest(TLS13_SUITES.get(suite)!.hash, hello);
  const transcript = concat(
    concat(integer(1, MESSAGE_HASH), vector(3, helloHash)),
    first.raw,
    nextHello,
    second.raw,
  );
  return { server: second.server, shares: nextShares, transcript };
}

interface OfferedKeys {
  shares: readonly KeyShare[];
  ephemeral: Ephemeral;
}

async function createAskedShare(group: number, { shares, ephemeral }: OfferedKeys): Promise<KeyShare> {
  if (!isGroupId(group) || shares.some((share) => share.group === group)) {
    throw malformed("HelloRetryRequest");
  }
  return ephemeral.createKeyShare(group);
}

async function readServerHello(messages: MessageReader): Promise<Message & { server: ServerHello }> {
  const message = await messages.readMessage();
  if (message.type !== SERVER_HELLO) {
    throw new WireError(
      "malformed",
      "The server violated the TLS protocol: it did not begin with a ServerHello.",
    );
  }
  return { ...message, server: parseServerHello(message.body) };
}

function formatRecord(message: Uint8Array, { version }: { version: number }): Uint8Array {
  return concat(integer(1, HANDSHAKE), integer(2, version), vector(2, message));
}
