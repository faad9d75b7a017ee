import { readFileSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createServer, type TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { describeWith } from "./needs.ts";
import { type ProberRuntime, startProber } from "./prober_runtime.ts";
import * as peers from "./tls_peer.ts";

const DAY_MS = 86_400_000;
const at = (days: number) =>
  `${new Date(Date.now() + days * DAY_MS).toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`;
const NAMES = "DNS:localhost,IP:127.0.0.1";

let prober: ProberRuntime;
let folder: string;
let authority: peers.Pair;
let other: peers.Pair;
let between: peers.Pair;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  prober = await startProber();
  folder = peers.makeFolder();
  authority = peers.makeCertificate(folder, { name: "authority", isAuthority: true });
  other = peers.makeCertificate(folder, { name: "other", isAuthority: true });
  between = peers.makeCertificate(folder, { name: "between", isAuthority: true, issuer: authority });
});

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

afterAll(async () => {
  await prober.stop();
  peers.removeFolder(folder);
});

const pem = ({ cert }: peers.Pair) => readFileSync(cert, "utf8");

async function listen(pair: peers.Pair, { chain = [] as peers.Pair[], version = "TLSv1.3" as const } = {}) {
  const options = {
    cert: [pair, ...chain].map(pem).join("\n"),
    key: readFileSync(pair.key),
    minVersion: "TLSv1.2",
    maxVersion: version as "TLSv1.2" | "TLSv1.3",
  } as const;
  const server = createServer(options, (socket: TLSSocket) => {
    socket.on("error", () => undefined);
    socket.on("data", (data) => socket.write(String(data).toUpperCase()));
  });
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as AddressInfo).port;
}

const make = (name: string, wish: peers.CertificateWish = {}) =>
  peers.makeCertificate(folder, { name, names: NAMES, issuer: authority, ...wish });

function check(port: number, config: object) {
  const asked = { host: "127.0.0.1", port, send: "ping", expect: "PING", ...config };
  return prober.check({ type: "tcp", config: asked, timeoutMs: 20_000 });
}

const trusting = (...pairs: peers.Pair[]) => ({ tls: "ca", caCert: pairs.map(pem).join("\n") });

describeWith(peers.OPENSSL)("a tcp check with a custom authority, in workerd", () => {
  it.each([
    ["rsa", peers.RSA_KEY, "TLSv1.2"],
    ["rsa13", peers.RSA_KEY, "TLSv1.3"],
    ["p256", peers.P256_KEY, "TLSv1.2"],
    ["p384", peers.P384_KEY, "TLSv1.3"],
    ["ed25519", peers.ED25519_KEY, "TLSv1.3"],
  ] as const)("connects to a server with a %s key", async (name, key, version) => {
    const port = await listen(make(name, { key }), { version: version as "TLSv1.3" });
    expect(await check(port, trusting(authority))).toMatchObject({
      status: "up",
      certificate: { host: "127.0.0.1", subject: `CN=${name}`, issuer: "CN=authority" },
    });
  });

  it("trusts one of several authorities, a chain with an intermediate, and a pinned certificate", async () => {
    const port = await listen(make("chained", { issuer: between }), { chain: [between] });
    expect(await check(port, trusting(other, authority))).toMatchObject({ status: "up" });
    const own = peers.makeCertificate(folder, { name: "pinned", names: "DNS:elsewhere.test" });
    expect(await check(await listen(own), trusting(own))).toMatchObject({ status: "up" });
  });

  it("reports a certificate of another authority", async () => {
    const port = await listen(make("foreign"));
    const answer = await check(port, trusting(other));
    expect(answer).toMatchObject({ status: "down", certificate: { subject: "CN=foreign" } });
    expect(answer.message).toContain("The certificate isn't trusted: its issuer is unknown (CN=authority).");
  });

  it("reports missing intermediate certificates", async () => {
    const port = await listen(make("gap", { issuer: between }));
    expect((await check(port, trusting(authority))).message).toContain(
      "its issuer is unknown (CN=between). Add that authority's certificate, or configure the server",
    );
  });

  it.each([
    ["expired", { validity: [at(-10), at(-2)] }, /The certificate expired on \d/],
    ["early", { validity: [at(5), at(9)] }, /The certificate is not valid before \d/],
    ["elsewhere", { names: "DNS:elsewhere.test" }, /is not for 127\.0\.0\.1: it is for elsewhere\.test\./],
  ] as const)("is down with an invalid certificate: %s", async (name, wish, said) => {
    const answer = await check(await listen(make(name, wish)), trusting(authority));
    expect(answer).toMatchObject({ status: "down", message: expect.stringMatching(said) });
  });

  it("skips verification when configured", async () => {
    const own = peers.makeCertificate(folder, { name: "self", names: "DNS:elsewhere.test" });
    expect(await check(await listen(own), { tls: "verify-none" })).toMatchObject({ status: "up" });
    const named = await listen(peers.makeCertificate(folder, { name: "named", names: NAMES }));
    expect((await check(named, trusting(authority))).message).toContain("it is self-signed");
  });

  it("reports a server without TLS or without a response", async () => {
    const greeting = await peers.startTcp((socket) => socket.write("220 mail.test ESMTP\r\n"));
    const silent = await peers.startTcp(() => undefined);
    const closing = await peers.startTcp((socket) => socket.end());
    stops.push(greeting.stop, silent.stop, closing.stop);
    expect((await check(greeting.port, { tls: "verify-none" })).message).toBe(
      "Start TLS: The server didn't respond with TLS: it greets like an email or FTP server, which may want STARTTLS first.",
    );
    expect((await check(closing.port, { tls: "verify-none" })).message).toBe(
      "Start TLS: The server closed the connection without a response.",
    );
    const late = await prober.check({
      type: "tcp",
      config: { host: "127.0.0.1", port: silent.port, tls: "verify-none" },
      timeoutMs: 500,
    });
    expect(late.message).toBe("Start TLS: no response within 500 ms.");
  });

  it("finds the authority in a bundle with comments", async () => {
    const bundle = join(folder, "bundle.pem");
    writeFileSync(bundle, `# of the house\n${pem(other)}\n# ours\n${pem(authority)}`);
    const port = await listen(make("bundled"));
    expect(await check(port, { tls: "ca", caCert: readFileSync(bundle, "utf8") })).toMatchObject({
      status: "up",
    });
  });
});
