import { describe, expect, it } from "vitest";
import { makeCursor } from "../../../src/check/tls/tls_bytes.ts";
import {
  type ClientHelloOptions,
  createEphemeral,
  formatClientHello,
} from "../../../src/check/tls/tls_client_hello.ts";
import { createKeyShare, P256, X25519 } from "../../../src/check/tls/tls_key_share.ts";
import { READER_OFFER, TLS12_OFFER } from "../../../src/check/tls/tls_offer.ts";
import { utf8 } from "../../../src/lib/bytes.ts";

const ephemeral = createEphemeral();
const shares = await Promise.all([createKeyShare(X25519), createKeyShare(P256)]);

function format(options: Partial<ClientHelloOptions> = {}) {
  const hello = formatClientHello(ephemeral, {
    offer: READER_OFFER,
    serverName: "site.test",
    alpn: ["h2", "http/1.1"],
    shares,
    ...options,
  });
  const cursor = makeCursor(hello, "ClientHello");
  expect(cursor.integer(1)).toBe(1);
  const body = makeCursor(cursor.vector(3), "ClientHello");
  expect(cursor.left).toBe(0);
  const start = { version: body.integer(2), random: body.bytes(32), sessionId: body.vector(1) };
  const suites = body.vector(2);
  expect([...body.vector(1)]).toEqual([0]);
  const list = makeCursor(body.vector(2), "extensions");
  expect(body.left).toBe(0);
  const extensions = new Map<number, Uint8Array>();
  while (list.left > 0) extensions.set(list.integer(2), list.vector(2));
  return { hello, ...start, suites, extensions };
}

const serverName = (options: Partial<ClientHelloOptions>) => format(options).extensions.get(0)?.slice(5);

describe("formatClientHello", () => {
  it("offers TLS 1.3 before TLS 1.2, with the legacy version number", () => {
    const { version, extensions } = format();
    expect(version).toBe(0x0303);
    expect([...extensions.get(43)!]).toEqual([4, 3, 4, 3, 3]);
  });

  it("offers nothing of TLS 1.3 if only TLS 1.2 is wanted", () => {
    const { suites, extensions } = format({ offer: TLS12_OFFER });
    expect(extensions.has(43)).toBe(false);
    expect(extensions.has(51)).toBe(false);
    expect(suites.filter((byte, i) => i % 2 === 0 && byte === 0x13)).toHaveLength(0);
  });

  it("contains the given random bytes and both key shares", () => {
    const { random, sessionId, extensions } = format();
    expect(random).toEqual(ephemeral.random);
    expect(sessionId).toEqual(ephemeral.sessionId);
    const entries = makeCursor(makeCursor(extensions.get(51)!, "shares").vector(2), "shares");
    expect(entries.integer(2)).toBe(X25519);
    expect(entries.vector(2)).toEqual(shares[0]!.publicKey);
    expect(entries.integer(2)).toBe(P256);
    expect(entries.vector(2)).toEqual(shares[1]!.publicKey);
    expect(entries.left).toBe(0);
  });

  it("has new random bytes each time", () => {
    expect(createEphemeral().random).not.toEqual(ephemeral.random);
    expect(createEphemeral().sessionId).not.toEqual(ephemeral.sessionId);
  });

  it("sends the name in ASCII, without a trailing dot", () => {
    expect(serverName({ serverName: "site.test" })).toEqual(utf8("site.test"));
    expect(serverName({ serverName: "Bücher.TEST." })).toEqual(utf8("xn--bcher-kva.test"));
  });

  it.each(["192.0.2.1", "2001:db8::1", "[2001:db8::1]"])("sends no name for the host %s", (host) => {
    expect(serverName({ serverName: host })).toBeUndefined();
  });

  it("offers its protocols, if it has any", () => {
    expect(format().extensions.get(16)).toEqual(utf8("\0\x0c\x02h2\x08http/1.1"));
    expect(format({ alpn: [] }).extensions.has(16)).toBe(false);
  });

  it("echoes a cookie", () => {
    expect([...format({ cookie: Uint8Array.of(7, 8) }).extensions.get(44)!]).toEqual([0, 2, 7, 8]);
    expect(format().extensions.has(44)).toBe(false);
  });

  it.each(["a.test", `${"a".repeat(60)}.test`, "192.0.2.1"])("is padded to 512 bytes (%s)", (name) => {
    expect(format({ serverName: name }).hello.length).toBe(512);
  });

  it("has no padding when it is long", () => {
    const label = "a".repeat(60);
    const { extensions, hello } = format({ serverName: `${label}.${label}.${label}.${label}` });
    expect(hello.length).toBeGreaterThan(512);
    expect(extensions.has(21)).toBe(false);
  });
});
