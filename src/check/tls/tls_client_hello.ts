import { randomBytes, utf8 } from "../../lib/bytes.ts";
import { parseName } from "../../lib/wire/host_name.ts";
import { concat, integer, uint16s, vector } from "../wire/binary.ts";
import { createKeyShare, type GroupId, type KeyShare, OFFERED_GROUPS } from "./tls_key_share.ts";
import type { Offer } from "./tls_offer.ts";

export const TLS12 = 0x0303;
export const TLS13 = 0x0304;
const CLIENT_HELLO = 1;

/** Some old load balancers hang on a ClientHello of 256 to 511 bytes, so browsers pad past it too. */
const PADDED_BYTES = 512;

export interface Ephemeral {
  random: Uint8Array;
  sessionId: Uint8Array;
  createKeyShare(group: GroupId): Promise<KeyShare>;
}

export function createEphemeral(): Ephemeral {
  return { random: randomBytes(32), sessionId: randomBytes(32), createKeyShare };
}

export interface ClientHelloOptions {
  offer: Offer;
  /** Sent as SNI unless it is an IP address, which RFC 6066 forbids. */
  serverName: string;
  alpn: readonly string[];
  shares: readonly KeyShare[];
  cookie?: Uint8Array | null;
}

export function formatClientHello(
  ephemeral: Ephemeral,
  options: ClientHelloOptions,
): Uint8Array<ArrayBuffer> {
  const start = concat(
    integer(2, TLS12),
    ephemeral.random,
    vector(1, ephemeral.sessionId),
    vector(2, uint16s(...options.offer.suites)),
    vector(1, Uint8Array.of(0)),
  );
  const extensions = concat(...formatExtensions(options));
  const missing = PADDED_BYTES - (4 + start.length + 2 + extensions.length);
  const padding = missing > 0 ? extension(21, new Uint8Array(Math.max(0, missing - 4))) : new Uint8Array();
  return concat(integer(1, CLIENT_HELLO), vector(3, start, vector(2, extensions, padding)));
}

function formatExtensions({ offer, serverName, alpn, shares, cookie }: ClientHelloOptions): Uint8Array[] {
  const name = parseName(serverName);
  const entries = shares.map((share) => concat(integer(2, share.group), vector(2, share.publicKey)));
  const extensions = [
    extension(23),
    extension(0xff01, vector(1)),
    extension(10, vector(2, uint16s(...OFFERED_GROUPS))),
    extension(11, vector(1, Uint8Array.of(0))),
    extension(13, vector(2, uint16s(...offer.schemes))),
  ];
  if (offer.hasTls13) {
    extensions.push(extension(43, vector(1, uint16s(TLS13, TLS12))), extension(51, vector(2, ...entries)));
  }
  if (name) extensions.unshift(extension(0, vector(2, Uint8Array.of(0), vector(2, utf8(name)))));
  if (alpn.length > 0) extensions.push(extension(16, vector(2, ...alpn.map((id) => vector(1, utf8(id))))));
  if (cookie) extensions.push(extension(44, vector(2, cookie)));
  return extensions;
}

function extension(type: number, ...parts: readonly Uint8Array[]): Uint8Array {
  return concat(integer(2, type), vector(2, ...parts));
}
