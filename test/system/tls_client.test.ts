import { spawn } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { startTlsClient, type TlsClientOptions } from "../../src/check/tls/tls_client.ts";
import { utf8 } from "../../src/lib/bytes.ts";
import { makeLine } from "../../src/lib/wire/dial.ts";
import { connectNode } from "../check/tls/node_socket.ts";
import { describeWith } from "./needs.ts";
import { freePort } from "./start/product.ts";
import * as peers from "./tls_peer.ts";

const inTime = () => AbortSignal.timeout(60_000);
const PATIENCE = { timeout: 20_000 };
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
  const socket = connectNode({ hostname: "127.0.0.1", port: peer!.port });
  return startTlsClient(socket, {
    serverName: "site.test",
    trust: { kind: "authorities", authorities: [derOf(authority)] },
    alpn: [],
    signal: inTime(),
    now: Date.now(),
    ...options,
  });
}

async function converse(options: Partial<TlsClientOptions> = {}) {
  const secured = await open(options);
  const line = makeLine(secured, { signal: inTime(), maxBytes: 1000 });
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
  )("connects to a server with %s over %s", async (what, protocol, version, key) => {
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
  ])("connects with %s %s %s", async (...args) => {
    await start(make("p256"), ...args);
    await converse();
  });

  it.each(["ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES256-GCM-SHA384", "ECDHE-RSA-CHACHA20-POLY1305"])(
    "connects over TLS 1.2 with %s",
    async (cipher) => {
      await start(make("rsa", { key: peers.RSA_KEY }), "-tls1_2", "-cipher", cipher);
      await converse();
    },
  );

  it("reports the negotiated protocol", async () => {
    await start(make("p256"), "-alpn", "h2,http/1.1");
    expect((await converse({ alpn: ["x", "h2"] })).alpn).toBe("h2");
  });

  it("reports a server that shares no cipher with it", async () => {
    await start(make("rsa", { key: peers.RSA_KEY }), "-tls1_2", "-cipher", "AES128-SHA");
    await expect(open()).rejects.toMatchObject({
      fault: "refused",
      message: expect.stringContaining("handshake failure (40)"),
    });
  });

  it("follows the server's key update, and updates its own key when requested", async () => {
    const { cert, key } = make("p256");
    const port = await freePort();
    const args = ["s_server", "-accept", `127.0.0.1:${port}`, "-cert", cert, "-key", key, "-tls1_3"];
    const child = spawn(peers.OPENSSL, args, { stdio: ["pipe", "pipe", "ignore"] });
    let said = "";
    const hears = (text: string) => vi.waitFor(() => expect(said).toContain(text), PATIENCE);
    child.stdout.on("data", (data) => {
      said += String(data);
    });
    peer = {
      port,
      async stop() {
        child.kill("SIGKILL");
      },
    };
    await hears("ACCEPT");
    const socket = connectNode({ hostname: "127.0.0.1", port });
    let arrived = 0;
    const tap = new TransformStream<Uint8Array, Uint8Array>(
      {
        transform(chunk, controller) {
          arrived += chunk.length;
          controller.enqueue(chunk);
        },
      },
      undefined,
      { highWaterMark: 16 },
    );
    const secured = await startTlsClient(
      { ...socket, readable: socket.readable.pipeThrough(tap) },
      { serverName: "site.test", trust: { kind: "none" }, alpn: [], signal: inTime(), now: Date.now() },
    );
    const line = makeLine(secured, { signal: inTime(), maxBytes: 1000 });
    // The server reads anything after a command in the same read as part of it.
    const command = async (letter: string) => {
      const before = arrived;
      child.stdin.write(`${letter}\n`);
      await vi.waitFor(() => expect(arrived).toBeGreaterThan(before), PATIENCE);
    };
    await line.write(utf8("before\n"));
    await hears("before");
    child.stdin.write("zero\n");
    expect(await line.reader.readLine()).toBe("zero");
    await command("k");
    child.stdin.write("one\n");
    expect(await line.reader.readLine()).toBe("one");
    await command("K");
    child.stdin.write("two\n");
    expect(await line.reader.readLine()).toBe("two");
    await line.write(utf8("after\n"));
    await hears("after");
  });
});

describeWith(peers.OPENSSL, peers.NGINX)("startTlsClient against nginx", () => {
  it.each([
    ["TLSv1.2", "TLS 1.2", "X25519"],
    ["TLSv1.3", "TLS 1.3", "X25519"],
    ["TLSv1.3", "TLS 1.3", "secp384r1"],
  ])("reads a long page to its end over %s (%s, %s)", async (version, protocol, curve) => {
    const { cert, key } = make("p256");
    const page = "x".repeat(100_000);
    writeFileSync(join(folder, "page"), page);
    peer = await peers.startNginx(
      folder,
      (port) =>
        `server { listen 127.0.0.1:${port} ssl; ssl_certificate ${cert}; ssl_certificate_key ${key};` +
        `ssl_protocols ${version}; ssl_ecdh_curve ${curve}; root ${folder}; }`,
    );
    const secured = await open();
    expect(secured.protocol).toBe(protocol);
    const writer = secured.writable.getWriter();
    await writer.write(utf8("GET /page HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n"));
    const answer = await new Response(secured.readable).text();
    expect(answer.endsWith(page)).toBe(true);
  });
});
