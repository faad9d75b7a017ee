import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeWith } from "./needs.ts";
import { type ProberRuntime, startProber } from "./prober_runtime.ts";
import * as peers from "./tls_peer.ts";
import { countAnswer, startCutProxy } from "./up/cut_proxy.ts";
import { askWithTedious } from "./up/tds_driver.ts";
import { TDS_DATABASE, TDS_PASSWORD, TDS_USER } from "./up/tds_login.ts";
import { startTdsServer, type TdsEncryption, type TdsServer } from "./up/tds_server.ts";

const NAMES = "DNS:site.test,IP:127.0.0.1";

let prober: ProberRuntime;
let folder: string;
let authority: peers.Pair;
let pair: peers.Pair;
let ca: { tls: "ca"; caCert: string };
const servers = new Map<TdsEncryption, TdsServer>();

const serverOf = (encryption: TdsEncryption) => servers.get(encryption)!;

const check = (port: number, config: object, timeoutMs = 30_000) =>
  prober.check({
    type: "sqlserver",
    config: {
      host: "127.0.0.1",
      port,
      user: TDS_USER,
      password: TDS_PASSWORD,
      database: TDS_DATABASE,
      ...config,
    },
    timeoutMs,
  });

beforeAll(async () => {
  folder = peers.makeFolder();
  authority = peers.makeCertificate(folder, { name: "authority", isAuthority: true });
  pair = peers.makeCertificate(folder, { name: "sql", key: peers.RSA_KEY, names: NAMES, issuer: authority });
  ca = { tls: "ca", caCert: readFileSync(authority.cert, "utf8") };
  for (const encryption of ["none", "offered", "forced", "strict"] as const) {
    servers.set(encryption, await startTdsServer({ encryption, pair }));
  }
  prober = await startProber();
});

afterAll(async () => {
  for (const server of servers.values()) await server.stop();
  await prober.stop();
  peers.removeFolder(folder);
});

describeWith(peers.OPENSSL)("the stand-in for SQL Server with encryption", () => {
  it.each([
    ["offered", true],
    ["forced", true],
    ["strict", "strict"],
  ] as const)("accepts Microsoft's driver: %s", async (encryption, encrypt) => {
    const server = serverOf(encryption);
    const wish = { port: server.port, encrypt, ca: authority.cert };
    expect(await askWithTedious("SELECT nvarchar(max)", wish)).toEqual([`${"a".repeat(3000)}b`, 7]);
    expect(server.logins.at(-1)).toMatchObject({ user: TDS_USER, isEncrypted: true });
  });

  it("rejects it without encryption when that is forced", async () => {
    const { port } = serverOf("forced");
    await expect(askWithTedious("SELECT 1", { port, encrypt: false })).rejects.toThrow();
  });
});

describeWith(peers.OPENSSL)("a sqlserver check with encryption", () => {
  it.each<[TdsEncryption, object, number]>([
    ["offered", {}, 0x74000004],
    ["forced", {}, 0x74000004],
    ["strict", { strict: true }, 0x08000000],
  ])("trusts a custom authority: %s", async (encryption, config, version) => {
    const server = serverOf(encryption);
    const asked = { query: "SELECT nvarchar(max)", expectedResult: `${"a".repeat(3000)}b` };
    const answer = await check(server.port, { ...ca, ...config, ...asked });
    expect(answer.message).toMatch(/^Returned "a/);
    expect(answer.status).toBe("up");
    expect(answer.certificate).toMatchObject({
      host: "127.0.0.1",
      subject: "CN=sql",
      issuer: "CN=authority",
    });
    expect(server.logins.at(-1)).toMatchObject({ version, isEncrypted: true, isReadOnly: true });
  });

  it.each<[TdsEncryption, object]>([
    ["offered", {}],
    ["strict", { strict: true }],
  ])("verifies nothing when configured: %s", async (encryption, config) => {
    const server = serverOf(encryption);
    const answer = await check(server.port, { tls: "verify-none", ...config });
    expect(answer.message).toMatch(/^Responded in/);
    expect(server.logins.at(-1)).toMatchObject({ isEncrypted: true });
  });

  it("connects without TLS when configured and allowed", async () => {
    const server = serverOf("offered");
    expect((await check(server.port, { tls: "off" })).message).toMatch(/^Responded in/);
    expect(server.logins.at(-1)).toMatchObject({ isEncrypted: false });
  });

  it.each<[string, TdsEncryption, object, RegExp]>([
    [
      "TLS with a server that has none",
      "none",
      { tls: "verify-none" },
      /^Start TLS: The server doesn't encrypt connections: configure a certificate there\. Nothing was sent\.$/,
    ],
    [
      "no TLS with a server that requires it",
      "forced",
      { tls: "off" },
      /^Agree on encryption: The server requires encryption: set TLS to on, ca or verify-none\. Nothing was sent\.$/,
    ],
    ["TLS with a private certificate", "offered", { tls: "on" }, /^The certificate isn't trusted/],
    [
      "strict TLS with a private certificate",
      "strict",
      { tls: "on", strict: true },
      /^The certificate isn't trusted/,
    ],
    ["strict TLS with an older server", "offered", { tls: "verify-none", strict: true }, /^Start TLS: /],
    [
      "normal TLS with a strict server",
      "strict",
      { tls: "verify-none" },
      /^Start TLS: The server closed the connection without a response: if it requires strict encryption/,
    ],
    [
      "no TLS with a strict server",
      "strict",
      { tls: "off" },
      /^Agree on encryption: The server closed the connection without a response: if it requires strict encryption/,
    ],
  ])("is down without sending the password: %s", async (_, encryption, config, told) => {
    const server = serverOf(encryption);
    const before = server.logins.length;
    const answer = await check(server.port, config);
    expect(answer).toMatchObject({ status: "down", isOwnFault: false, message: expect.stringMatching(told) });
    expect(server.logins).toHaveLength(before);
  });

  it("does not sign in with a certificate for another name", async () => {
    const other = peers.makeCertificate(folder, {
      name: "other",
      names: "DNS:other.test",
      issuer: authority,
    });
    const server = await startTdsServer({ encryption: "forced", pair: other });
    const { message } = await check(server.port, ca);
    await server.stop();
    expect(message).toBe("The certificate is not for 127.0.0.1: it is for other.test.");
    expect(server.logins).toEqual([]);
  });

  it.each(["closes", "stalls"] as const)("is down wherever the server %s", async (end) => {
    const { port } = serverOf("forced");
    const all = await countAnswer(port, (counted) => check(counted, ca));
    // The check doesn't wait for the last few bytes, which follow the first value.
    const cuts = Array.from({ length: 24 }, (_, i) => Math.floor((i * (all - 100)) / 24));
    await Promise.all(
      cuts.map(async (bytes) => {
        const proxy = await startCutProxy(port, { bytes, end });
        const timeoutMs = end === "stalls" ? 1000 : 30_000;
        const { status, message } = await check(proxy.port, ca, timeoutMs);
        await proxy.stop();
        const what = `${end} after ${bytes} of ${all}: ${message}`;
        expect(status, what).toBe("down");
        expect(message, what).toMatch(end === "stalls" ? / within 1000 ms\.$/ : /^\S.*\.$/);
        expect(message, what).not.toContain(TDS_PASSWORD);
      }),
    );
  });
});
