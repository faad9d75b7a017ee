import { describe, expect, it } from "vitest";
import { X25519 } from "../../../src/check/tls/tls_key_share.ts";
import {
  deriveHandshakeSecrets,
  digest,
  expand,
  extract,
  makeOpener,
} from "../../../src/check/tls/tls_keys.ts";
import { parseServerHello } from "../../../src/check/tls/tls_server_hello.ts";
import { TLS13_SUITES } from "../../../src/check/tls/tls_suites.ts";
import { importKeyShare } from "./fixed_ephemeral.ts";
import { TRACE } from "./rfc8448.ts";

const bytes = (source: Uint8Array) => Uint8Array.from(source);
const SUITE = TLS13_SUITES.get(0x1301)!;
const { record } = TRACE;
const header = record.subarray(0, 5);
const sealed = record.subarray(5);

describe("the key schedule of RFC 8448", () => {
  it("derives the shared secret", async () => {
    const { peerKey } = parseServerHello(TRACE.serverHello.subarray(4));
    const share = await importKeyShare(X25519, TRACE.clientKey);
    expect(await share.deriveSecret(peerKey)).toEqual(TRACE.sharedSecret);
  });

  it("extracts the early secret", () => {
    expect(bytes(extract("sha256", new Uint8Array(32), new Uint8Array(32)))).toEqual(TRACE.earlySecret);
  });

  it("hashes the hellos and derives the server's secret and keys", () => {
    const helloHash = digest("sha256", TRACE.clientHello, TRACE.serverHello);
    const { server: secret } = deriveHandshakeSecrets("sha256", TRACE.sharedSecret, helloHash);
    expect(bytes(helloHash)).toEqual(TRACE.helloHash);
    expect(bytes(secret)).toEqual(TRACE.serverSecret);
    expect(bytes(expand("sha256", secret, { label: "key", length: 16 }))).toEqual(TRACE.serverKey);
    expect(bytes(expand("sha256", secret, { label: "iv", length: 12 }))).toEqual(TRACE.serverIv);
  });
});

describe("makeOpener", () => {
  it("opens the server's first record", () => {
    const open = makeOpener(SUITE, TRACE.serverSecret);
    const inner = open(header, sealed)!;
    expect([...inner.subarray(0, 4)]).toEqual([8, 0, 0, 36]);
    expect(inner.at(-1)).toBe(22);
  });

  it("opens a record only in sequence", () => {
    const open = makeOpener(SUITE, TRACE.serverSecret);
    open(header, sealed);
    expect(open(header, sealed)).toBeNull();
  });

  it.each([0, 100, sealed.length - 1])("rejects a record with byte %d changed", (at) => {
    const changed = sealed.slice();
    changed[at]! ^= 1;
    expect(makeOpener(SUITE, TRACE.serverSecret)(header, changed)).toBeNull();
  });

  it("rejects a record with another header, and one shorter than its tag", () => {
    expect(makeOpener(SUITE, TRACE.serverSecret)(Uint8Array.of(23, 3, 3, 2, 163), sealed)).toBeNull();
    expect(makeOpener(SUITE, TRACE.serverSecret)(header, sealed.subarray(0, 15))).toBeNull();
  });
});
