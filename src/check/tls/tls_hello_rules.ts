import { isSameBytes } from "../../lib/bytes.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import { broken, makeCursor } from "./tls_bytes.ts";
import { TLS12, TLS13 } from "./tls_client_hello.ts";
import type { HelloOptions } from "./tls_hello_exchange.ts";
import type { ServerHello } from "./tls_server_hello.ts";

export const SERVER_NAME = 0;
export const SUPPORTED_GROUPS = 10;
const POINT_FORMATS = 11;
export const ALPN = 16;
export const EXTENDED_MASTER_SECRET = 23;
const SUPPORTED_VERSIONS = 43;
const COOKIE = 44;
const KEY_SHARE = 51;
const RENEGOTIATION_INFO = 0xff01;

/** A server marks its random like this when it supports better but was downgraded (RFC 8446, 4.1.3). */
const BELOW_12 = "DOWNGRD\0";
const BELOW_13 = "DOWNGRD\x01";

export function checkServerHello(
  server: ServerHello,
  { offer, sessionId, alpn }: Pick<HelloOptions, "alpn" | "offer"> & { sessionId: Uint8Array },
): void {
  if (!offer.suites.includes(server.suite)) throw broken("it chose a cipher that wasn't offered");
  if (server.compression !== 0) throw broken("it requires compression");
  const isEchoed = isSameBytes(server.sessionId, sessionId);
  if (server.version === TLS13) {
    if (!offer.hasTls13) throw broken("it chose a version that wasn't offered");
    if (server.legacyVersion !== TLS12) throw broken("its ServerHello names two versions");
    if (!isEchoed) throw broken("it returned another session's ID");
    const allowed = [SUPPORTED_VERSIONS, KEY_SHARE, ...(server.isRetry ? [COOKIE] : [])];
    checkExtensions(server.extensions, allowed);
    return;
  }
  if (server.extensions.has(SUPPORTED_VERSIONS)) throw broken("its ServerHello names two versions");
  const mark = String.fromCharCode(...server.random.subarray(-8));
  if (mark === BELOW_12 || (mark === BELOW_13 && offer.hasTls13)) {
    throw new WireError(
      "malformed",
      "The server was downgraded to an older TLS version: the connection may be tampered with.",
    );
  }
  if (isEchoed) throw broken("it resumes a session that doesn't exist");
  checkExtensions(server.extensions, [
    SERVER_NAME,
    POINT_FORMATS,
    ...(alpn.length > 0 ? [ALPN] : []),
    EXTENDED_MASTER_SECRET,
    RENEGOTIATION_INFO,
  ]);
  checkResponses12(server.extensions);
}

function checkResponses12(extensions: ServerHello["extensions"]): void {
  const renegotiation = extensions.get(RENEGOTIATION_INFO);
  if (renegotiation && !isSameBytes(renegotiation, Uint8Array.of(0))) {
    throw broken("it renegotiates a handshake that doesn't exist");
  }
  if (extensions.get(EXTENDED_MASTER_SECRET)?.length) throw broken("its ServerHello can't be read");
  const formats = extensions.get(POINT_FORMATS);
  if (formats && !makeCursor(formats, "ServerHello").vector(1).includes(0)) {
    throw broken("it chose a point format that wasn't offered");
  }
}

/** Servers may only send extensions that were offered. */
export function checkExtensions(
  extensions: ReadonlyMap<number, Uint8Array>,
  allowed: readonly number[],
): void {
  for (const type of extensions.keys()) {
    if (!allowed.includes(type)) throw broken(`it sent the extension ${type}, which does not belong there`);
  }
  if (extensions.get(SERVER_NAME)?.length) throw broken("its server name response can't be read");
}

export function parseAlpn(
  extensions: ReadonlyMap<number, Uint8Array>,
  offered: readonly string[],
): string | null {
  const response = extensions.get(ALPN);
  if (!response) return null;
  const cursor = makeCursor(response, "protocol choice");
  const list = makeCursor(cursor.vector(2), "protocol choice");
  const chosen = new TextDecoder().decode(list.vector(1));
  if (cursor.left > 0 || list.left > 0 || !offered.includes(chosen)) {
    throw broken("it chose a protocol (ALPN) that wasn't offered");
  }
  return chosen;
}
