import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { startTlsClient, type TlsClientOptions } from "../../src/check/tls/tls_client.ts";
import { utf8 } from "../../src/lib/bytes.ts";
import { makeLine } from "../../src/lib/wire/dial.ts";
import { connectNode } from "../check/tls/node_socket.ts";
import { describeWith } from "./needs.ts";
import * as peers from "./tls_peer.ts";

const signal = AbortSignal.timeout(60_000);
let folder: string;
let authority: peers.Pair;
let peer: peers.Peer | null = null;
const pairs = new Map<string, peers.Pair>();

beforeAll(() => {
  folder = peers.makeFolder();
  authority = peers.makeCertificate(folder, { name: "authority", isAuthority: true });
});

afterEach(async () => {
  await peer?.stop();
  peer = null;
});

afterAll(() => peers.removeFolder(folder));

function make(name: string, wish: peers.CertificateWish = {}): peers.Pair {
  const pair = pairs.get(name) ?? peers.makeCertificate(folder, { name, issuer: authority, ...wish });
  pairs.set(name, pair);
  return pair;
}

const derOf = ({ cert }: peers.Pair) => Uint8Array.from(new X509Certificate(readFileSync(cert)).raw);

async function open(options: Partial<TlsClientOptions> = {}) {
  const socket = connectNode({ hostname: "127.0.0.1", port: peer!.port, tls: "off" });
  return startTlsClient(socket, {
    serverName: "site.test",
    trust: { kind: "authorities", authorities: [derOf(authority)] },
    alpn: [],
    signal,
    now: Date.now(),
    ...options,
  });
}

/** Has a line turned round by `openssl s_server -rev`, and says goodbye. */
async function converse(options: Partial<TlsClientOptions> = {}) {
  const secured = await open(options);
  const line = makeLine(secured, { signal, maxBytes: 1000 });
  await line.write(utf8("hello\n"));
  expect(await line.reader.readLine()).toBe("olleh");
  await secured.close();
  return secured;
}

async function start({ cert, key }: peers.Pair, ...args: readonly string[]) {
  peer = await peers.startOpenssl(["-cert", cert, "-key", key, "-rev", ...args]);
}

const KEYS = {
  "an RSA key": peers.RSA_KEY,
  "a P-256 key": peers.P256_KEY,
  "a P-384 key": peers.P384_KEY,
  "a P-521 key": peers.P521_KEY,
  "an Ed25519 key": peers.ED25519_KEY,
} as const;

describeWith(peers.OPENSSL)("startTlsClient against openssl", () => {
  it.each(
    Object.entries(KEYS).flatMap(([what, key]) => [
      [what, "TLS 1.2", "-tls1_2", key] as const,
      [what, "TLS 1.3", "-tls1_3", key] as const,
    ]),
  )("talks to a server with %s over %s", async (what, protocol, version, key) => {
    const pair = make(what.replaceAll(" ", "_"), { key });
    await start(pair, version);
    expect(await converse()).toMatchObject({ protocol, alpn: null, chain: [derOf(pair)] });
  });

  it.each([
    ["-tls1_3", "-ciphersuites", "TLS_AES_128_GCM_SHA256"],
    ["-tls1_3", "-ciphersuites", "TLS_AES_256_GCM_SHA384"],
    ["-tls1_3", "-ciphersuites", "TLS_CHACHA20_POLY1305_SHA256"],
    ["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-GCM-SHA256"],
    ["-tls1_2", "-cipher", "ECDHE-ECDSA-AES256-GCM-SHA384"],
    ["-tls1_2", "-cipher", "ECDHE-ECDSA-CHACHA20-POLY1305"],
    ["-tls1_3", "-groups", "P-384"],
    ["-tls1_3", "-groups", "P-521"],
    ["-tls1_2", "-groups", "P-256"],
    ["-tls1_2", "-groups", "X25519"],
    ["-tls1_3", "-verify", "2"],
    ["-tls1_2", "-verify", "2"],
  ])("talks under %s %s %s", async (...args) => {
    await start(make("p256"), ...args);
    await converse();
  });

  it.each(["ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES256-GCM-SHA384", "ECDHE-RSA-CHACHA20-POLY1305"])(
    "talks under TLS 1.2 with %s",
    async (cipher) => {
      await start(make("rsa", { key: peers.RSA_KEY }), "-tls1_2", "-cipher", cipher);
      await converse();
    },
  );
});
