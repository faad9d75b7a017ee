import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { judgeCertificate } from "../../src/check/tls/certificate.ts";
import { readCertificateChain, type TlsReadOptions } from "../../src/check/tls/tls_reader.ts";
import { hangUp } from "../../src/lib/wire/dial.ts";
import { connectNode } from "../check/tls/node_socket.ts";
import { describeWith } from "./needs.ts";
import * as peers from "./tls_peer.ts";

const DAY_MS = 86_400_000;

let folder: string;
let peer: peers.Peer | null = null;
const made = new Map<string, peers.Pair>();

beforeAll(() => {
  folder = peers.makeFolder();
});

afterEach(async () => {
  await peer?.stop();
  peer = null;
});

afterAll(() => peers.removeFolder(folder));

function make(name: string, wish: peers.CertificateWish = {}): peers.Pair {
  const pair = made.get(name) ?? peers.makeCertificate(folder, { name, ...wish });
  made.set(name, pair);
  return pair;
}

async function read(options: Partial<TlsReadOptions> = {}) {
  const signal = AbortSignal.timeout(5000);
  const socket = connectNode({ hostname: "127.0.0.1", port: peer!.port });
  try {
    return await readCertificateChain(socket, { serverName: "site.test", signal, ...options });
  } finally {
    hangUp(socket);
  }
}

async function startOpenssl({ cert, key }: peers.Pair, ...args: string[]): Promise<void> {
  peer = await peers.startOpenssl(["-cert", cert, "-key", key, ...args]);
}

const derOf = ({ cert }: peers.Pair) => Uint8Array.from(new X509Certificate(readFileSync(cert)).raw);
const formatTime = (at: number) =>
  new Date(at)
    .toISOString()
    .replace(/[-:T]|\..*/g, "")
    .concat("Z");

describeWith(peers.OPENSSL)("readCertificateChain against openssl s_server", () => {
  const KEYS = {
    rsa: peers.RSA_KEY,
    p256: peers.P256_KEY,
    p384: peers.P384_KEY,
    p521: peers.P521_KEY,
    ed25519: peers.ED25519_KEY,
  };
  const versions = Object.keys(KEYS).flatMap((key) => [
    [key, "TLS 1.2", "-tls1_2"] as const,
    [key, "TLS 1.3", "-tls1_3"] as const,
  ]);

  it.each(versions)("reads a certificate with a %s key over %s", async (name, protocol, flag) => {
    const pair = make(name, { key: KEYS[name as keyof typeof KEYS] });
    await startOpenssl(pair, flag);
    expect(await read()).toEqual({ protocol, chain: [derOf(pair)] });
  });

  it.each(["AES128-SHA", "AES256-GCM-SHA384", "ECDHE-RSA-CHACHA20-POLY1305", "ECDHE-RSA-AES256-SHA384"])(
    "reads a certificate over TLS 1.2 with %s",
    async (cipher) => {
      const pair = make("rsa", { key: peers.RSA_KEY });
      await startOpenssl(pair, "-tls1_2", "-cipher", cipher);
      expect((await read()).chain).toEqual([derOf(pair)]);
    },
  );

  it.each(["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"])(
    "reads a certificate over TLS 1.3 with %s",
    async (suite) => {
      const pair = make("p256");
      await startOpenssl(pair, "-ciphersuites", suite);
      expect(await read()).toEqual({ protocol: "TLS 1.3", chain: [derOf(pair)] });
    },
  );

  it.each(["P-256", "P-384", "P-521", "X25519"])("negotiates the group %s", async (group) => {
    const pair = make("p256");
    await startOpenssl(pair, "-tls1_3", "-groups", group);
    expect((await read()).chain).toEqual([derOf(pair)]);
  });

  it("answers a HelloRetryRequest with a cookie", async () => {
    const pair = make("p256");
    await startOpenssl(pair, "-tls1_3", "-stateless");
    expect((await read()).chain).toEqual([derOf(pair)]);
  });

  it.each(["-tls1_2", "-tls1_3"])(
    "reads a certificate from a server that requests the client's (%s)",
    async (flag) => {
      const pair = make("p256");
      await startOpenssl(pair, flag, "-Verify", "1");
      expect((await read()).chain).toEqual([derOf(pair)]);
    },
  );

  it.each(["-tls1_2", "-tls1_3"])("reads the intermediate certificate too (%s)", async (flag) => {
    const authority = make("authority", { isAuthority: true });
    const pair = make("issued", { issuer: authority });
    await startOpenssl(pair, flag, "-cert_chain", authority.cert);
    const { chain } = await read();
    expect(chain).toEqual([derOf(pair), derOf(authority)]);
    const judgement = judgeCertificate(chain, { host: "site.test", now: Date.now(), warnDays: 14 });
    expect(judgement.status).toBe("up");
    expect(judgement.message).not.toContain("self-signed");
  });

  it.each(["-tls1_2", "-tls1_3"])("requests a name and receives its certificate (%s)", async (flag) => {
    const first = make("p256");
    const second = make("second", { names: "DNS:second.test" });
    const more = ["-servername", "second.test", "-cert2", second.cert, "-key2", second.key];
    await startOpenssl(first, flag, ...more);
    expect((await read({ serverName: "second.test" })).chain).toEqual([derOf(second)]);
    expect((await read({ serverName: "site.test" })).chain).toEqual([derOf(first)]);
    expect((await read({ serverName: "127.0.0.1" })).chain).toEqual([derOf(first)]);
  });

  it("reports the alert of a server that doesn't know the name", async () => {
    const second = make("second", { names: "DNS:second.test" });
    const more = [
      "-servername",
      "second.test",
      "-servername_fatal",
      "-cert2",
      second.cert,
      "-key2",
      second.key,
    ];
    await startOpenssl(make("p256"), ...more);
    await expect(read({ serverName: "other.test" })).rejects.toMatchObject({
      fault: "refused",
      message:
        "The server refused the handshake: unrecognized name (112). It has no certificate for this name.",
    });
  });

  it("reports a server with only outdated protocols", async () => {
    await startOpenssl(make("rsa", { key: peers.RSA_KEY }), "-tls1_1", "-cipher", "ALL:@SECLEVEL=0");
    await expect(read()).rejects.toMatchObject({
      fault: "refused",
      message:
        "The server refused the handshake: protocol version (70). It speaks neither TLS 1.2 nor TLS 1.3.",
    });
  });

  it("reads from a server of another protocol when it doesn't offer HTTP", async () => {
    await startOpenssl(make("p256"), "-alpn", "imap");
    await expect(read()).rejects.toMatchObject({
      message: "The server refused the handshake: no application protocol (120). It doesn't speak HTTP.",
    });
    expect((await read({ alpn: [] })).chain.length).toBe(1);
  });

  const now = Date.now();
  const at = (days: number) => formatTime(now + days * DAY_MS);
  it.each([
    [
      "valid",
      [at(-10), at(60.1)],
      "site.test",
      "up",
      /^The certificate expires in 60 days, on .+ self-signed\.$/,
    ],
    ["expiring soon", [at(-10), at(5.1)], "site.test", "degraded", /^The certificate expires in 5 days, on /],
    ["expired", [at(-10), at(-2)], "site.test", "down", /^The certificate expired on /],
    ["not valid yet", [at(5), at(60)], "site.test", "down", /^The certificate is not valid before /],
    [
      "for another name",
      [at(-10), at(60)],
      "other.test",
      "down",
      /is not for other\.test: it is for site\.test\.$/,
    ],
  ] as const)("evaluates a certificate that is %s", async (name, validity, host, status, message) => {
    await startOpenssl(make(name.replaceAll(" ", "_"), { validity }));
    const { chain } = await read({ serverName: host });
    expect(judgeCertificate(chain, { host, now, warnDays: 14 })).toMatchObject({
      status,
      message: expect.stringMatching(message),
    });
  });
});

describeWith(peers.OPENSSL, peers.NGINX)("readCertificateChain against nginx", () => {
  const site = (port: number, { cert, key }: peers.Pair, rest: string) =>
    `server { listen 127.0.0.1:${port} ssl; ssl_certificate ${cert}; ssl_certificate_key ${key}; ${rest} }\n`;

  it.each([
    ["TLSv1.2", "TLS 1.2"],
    ["TLSv1.3", "TLS 1.3"],
    ["TLSv1.2 TLSv1.3", "TLS 1.3"],
  ])("reads the right certificate by name from a server with %s", async (protocols, protocol) => {
    const first = make("rsa", { key: peers.RSA_KEY });
    const second = make("second", { names: "DNS:second.test" });
    peer = await peers.startNginx(
      folder,
      (port) =>
        site(port, first, `ssl_protocols ${protocols};`) +
        site(port, second, `ssl_protocols ${protocols}; server_name second.test;`),
    );
    expect(await read({ serverName: "second.test" })).toEqual({ protocol, chain: [derOf(second)] });
    expect(await read({ serverName: "127.0.0.1" })).toEqual({ protocol, chain: [derOf(first)] });
  });

  it("reports the alert when the handshake is rejected", async () => {
    peer = await peers.startNginx(
      folder,
      (port) => `server { listen 127.0.0.1:${port} ssl; ssl_reject_handshake on; }`,
    );
    await expect(read()).rejects.toMatchObject({
      fault: "refused",
      message: expect.stringContaining("unrecognized name (112)"),
    });
  });

  it("reports a port with plain HTTP", async () => {
    peer = await peers.startNginx(folder, (port) => `server { listen 127.0.0.1:${port}; }`);
    await expect(read()).rejects.toMatchObject({
      fault: "not_tls",
      message: "The server didn't respond with TLS: it sent an HTTP response.",
    });
  });
});

describe("readCertificateChain against bare TCP", () => {
  it("stops waiting for a silent server when the signal fires", async () => {
    peer = await peers.startTcp(() => undefined);
    await expect(read({ signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
      fault: "aborted",
      message: "The server sent no response.",
    });
  });

  it("reports a server that closes at once", async () => {
    peer = await peers.startTcp((socket) => socket.end());
    await expect(read()).rejects.toMatchObject({
      fault: "closed",
      message: "The server closed the connection without a response.",
    });
  });

  it("reports a port without a listener", async () => {
    peer = await peers.startTcp(() => undefined);
    await peer.stop();
    await expect(read()).rejects.toMatchObject({
      fault: "broken",
      message: expect.stringContaining("ECONNREFUSED"),
    });
    peer = null;
  });
});
