import { WireError } from "../../lib/wire/wire_error.ts";
import { makeCursor, malformed } from "./tls_bytes.ts";
import { TLS12, TLS13 } from "./tls_client_hello.ts";
import { isTls12Suite, TLS13_SUITES } from "./tls_suites.ts";

/** SHA-256 of "HelloRetryRequest", which marks a ServerHello as one. */
const RETRY_RANDOM = [
  0xcf, 0x21, 0xad, 0x74, 0xe5, 0x9a, 0x61, 0x11, 0xbe, 0x1d, 0x8c, 0x02, 0x1e, 0x65, 0xb8, 0x91, 0xc2, 0xa2,
  0x11, 0x16, 0x7a, 0xbb, 0x8c, 0x5e, 0x07, 0x9e, 0x09, 0xe2, 0xc8, 0xa8, 0x33, 0x9c,
];

const OLD_VERSIONS: Readonly<Record<number, string>> = { 768: "SSL 3.0", 769: "TLS 1.0", 770: "TLS 1.1" };

export interface ServerHello {
  version: typeof TLS12 | typeof TLS13;
  random: Uint8Array;
  suite: number;
  legacyVersion: number;
  sessionId: Uint8Array;
  compression: number;
  extensions: ReadonlyMap<number, Uint8Array>;
  isRetry: boolean;
  group: number | null;
  peerKey: Uint8Array;
  cookie: Uint8Array | null;
}

export function parseServerHello(body: Uint8Array): ServerHello {
  const cursor = makeCursor(body, "ServerHello");
  const legacyVersion = cursor.integer(2);
  const random = cursor.bytes(32);
  const sessionId = cursor.vector(1);
  const suite = cursor.integer(2);
  const compression = cursor.integer(1);
  const extensions = parseExtensions(cursor.left > 0 ? cursor.vector(2) : new Uint8Array(), "ServerHello");
  if (cursor.left > 0) throw malformed("ServerHello");
  const version = getVersion(legacyVersion, extensions.get(43));
  if (version === TLS13 ? !TLS13_SUITES.has(suite) : !isTls12Suite(suite)) {
    throw new WireError(
      "malformed",
      "The server violated the TLS protocol: it chose a cipher that wasn't offered.",
    );
  }
  const isRetry = version === TLS13 && RETRY_RANDOM.every((byte, i) => random[i] === byte);
  const cookie = extensions.get(44);
  return {
    version,
    random,
    suite,
    legacyVersion,
    sessionId,
    compression,
    extensions,
    isRetry,
    ...parseKeyShare(extensions.get(51), isRetry),
    cookie: cookie ? makeCursor(cookie, "cookie").vector(2) : null,
  };
}

export function parseExtensions(list: Uint8Array, what: string): Map<number, Uint8Array> {
  const cursor = makeCursor(list, what);
  const found = new Map<number, Uint8Array>();
  while (cursor.left > 0) {
    const type = cursor.integer(2);
    if (found.has(type)) throw malformed(what);
    found.set(type, cursor.vector(2));
  }
  return found;
}

function getVersion(legacy: number, chosen: Uint8Array | undefined): typeof TLS12 | typeof TLS13 {
  const version = chosen ? makeCursor(chosen, "ServerHello").integer(2) : legacy;
  if (version === TLS12 || version === TLS13) return version;
  const name = OLD_VERSIONS[version];
  if (!name) throw malformed("ServerHello");
  throw new WireError("unsupported", `The server speaks only ${name}, which clients no longer accept.`);
}

function parseKeyShare(share: Uint8Array | undefined, isRetry: boolean) {
  if (!share) return { group: null, peerKey: new Uint8Array() };
  const cursor = makeCursor(share, "key share");
  const group = cursor.integer(2);
  return { group, peerKey: isRetry ? new Uint8Array() : cursor.vector(2) };
}
