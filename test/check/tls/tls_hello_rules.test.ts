import { describe, expect, it } from "vitest";
import { TLS12, TLS13 } from "../../../src/check/tls/tls_client_hello.ts";
import { checkServerHello } from "../../../src/check/tls/tls_hello_rules.ts";
import { CLIENT_OFFER, type Offer, TLS12_OFFER } from "../../../src/check/tls/tls_offer.ts";
import type { ServerHello } from "../../../src/check/tls/tls_server_hello.ts";
import { concat } from "../../../src/check/wire/binary.ts";
import { utf8 } from "../../../src/lib/bytes.ts";

const hello: ServerHello = {
  version: TLS12,
  random: new Uint8Array(32),
  suite: 0xc02f,
  legacyVersion: TLS12,
  sessionId: new Uint8Array(),
  compression: 0,
  extensions: new Map(),
  isRetry: false,
  group: null,
  peerKey: new Uint8Array(),
  cookie: null,
};

function check(offer: Offer, changes: Partial<ServerHello>) {
  checkServerHello({ ...hello, ...changes }, { offer, sessionId: new Uint8Array(32).fill(7), alpn: [] });
}

const marked = (mark: string) => ({ random: concat(new Uint8Array(24), utf8(mark)) });

describe("a ServerHello", () => {
  it("can be TLS 1.2 if only that was offered, even from a server with TLS 1.3", () => {
    check(TLS12_OFFER, {});
    check(TLS12_OFFER, marked("DOWNGRD\x01"));
  });

  it("can't have another version or its ciphers if only TLS 1.2 was offered", () => {
    expect(() => check(TLS12_OFFER, { version: TLS13 })).toThrow("it chose a version that wasn't offered");
    expect(() => check(TLS12_OFFER, { suite: 0x1301 })).toThrow("it chose a cipher that wasn't offered");
    expect(() => check(TLS12_OFFER, marked("DOWNGRD\0"))).toThrow("downgraded");
  });

  it("is rejected as downgraded if TLS 1.3 was offered", () => {
    expect(() => check(CLIENT_OFFER, marked("DOWNGRD\x01"))).toThrow("downgraded");
  });
});
