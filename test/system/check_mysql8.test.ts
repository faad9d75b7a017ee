import { readFileSync } from "node:fs";
import { createConnection } from "mysql2/promise";
import { beforeEach, describe, expect, it } from "vitest";
import { DATABASE_NAMES } from "./database_cases.ts";
import { describeHostile } from "./hostile_servers.ts";
import { describeWith } from "./needs.ts";
import { OPENSSL } from "./tls_peer.ts";
import { useServer, useTrust } from "./up/fixture.ts";
import { type Mysql8, PASSWORD, startMysql8 } from "./up/mysql8.ts";

const NEEDS_TLS =
  "Log in: The server requires the password in plain text or under its own key, which is sent only over TLS: turn TLS on.";

describeWith(OPENSSL)("a mysql check of MySQL 8", () => {
  const trust = useTrust({ names: DATABASE_NAMES });
  const secured = useServer(() => startMysql8(trust.pairs.server));
  const plain = useServer(() => startMysql8());

  beforeEach(() => {
    for (const { forget, received } of [secured(), plain()]) {
      forget();
      received.length = 0;
    }
  });

  const configOf = (server: Mysql8, more: object = {}) => ({
    host: "127.0.0.1",
    port: server.port,
    database: "shop",
    user: "reader",
    password: PASSWORD,
    ...more,
  });

  const check = (server: Mysql8, more: object = {}) =>
    trust.check({ type: "mysql", config: configOf(server, more), timeoutMs: 30_000 });

  it.each([
    ["without TLS", plain, {}],
    ["under TLS", secured, { ssl: { rejectUnauthorized: true } }],
  ])("runs against a simulated server that a real driver accepts, %s", async (_, server, more) => {
    const ca = readFileSync(trust.pairs.authority.cert);
    const options = "ssl" in more ? { ssl: { ...more.ssl, ca } } : {};
    const config = { ...configOf(server()), ...options };
    // The server asks for the whole password first, and caches the user for the second time.
    for (let times = 0; times < 2; times++) {
      const connection = await createConnection(config);
      expect((await connection.query("SELECT name"))[0]).toEqual([{ value: "kettle" }, { value: "cup" }]);
      expect((await connection.query("SELECT nothing"))[0]).toEqual([]);
      await expect(connection.query("SELECT wrong")).rejects.toThrow(/error in your SQL syntax/);
      await connection.end();
    }
    const wrong = createConnection({ ...config, password: "wrong" });
    await expect(wrong).rejects.toThrow(/^Access denied for user 'reader'/);
    const none = createConnection({ ...config, database: "none" });
    await expect(none).rejects.toThrow("Unknown database 'none'");
  });

  it.each([
    ["under TLS", { tls: "on" }],
    ["without TLS", {}],
  ])("sends the whole password under TLS once, and then signs in without it %s", async (_, more) => {
    const first = await check(secured(), { tls: "on" });
    expect(first).toMatchObject({ status: "up", message: `Responded in ${first.responseMs} ms.` });
    expect(await check(secured(), more)).toMatchObject({ status: "up" });
    expect(secured().received).toEqual([{ password: PASSWORD, isEncrypted: true }]);
  });

  it.each([
    ["has no TLS", plain],
    ["has TLS but the monitor doesn't use it", secured],
  ])("sends no password when the server %s", async (_, server) => {
    const answer = await check(server());
    expect(answer).toMatchObject({ status: "down", isOwnFault: false, message: NEEDS_TLS });
    expect(server().received).toEqual([]);
  });

  it.each([
    [
      "a wrong password under TLS",
      { tls: "on" },
      { password: "wrong" },
      /^Log in: The server reported "Access denied for user 'reader'@'127\.0\.0\.1' \(using password: YES\)" \(1045\): check the user, password, allowed hosts and whether TLS is required\.$/,
    ],
    [
      "an unknown database",
      { tls: "on" },
      { database: "none" },
      /^Log in: The server reported "Unknown database 'none'" \(1049\): check the database name\.$/,
    ],
    [
      "a wrong query",
      { tls: "on" },
      { query: "SELECT wrong" },
      /^Query: The server reported "You have an error in your SQL syntax near 'SELECT wrong'" \(1064\): check the query\.$/,
    ],
    [
      "a password from before MySQL 4.1",
      {},
      { user: "ancient" },
      /^Log in: The server requires a password from before MySQL 4\.1/,
    ],
    [
      "Kerberos",
      {},
      { user: "other" },
      /^Log in: The server requires "authentication_kerberos_client", which isn't supported: set the user's plugin/,
    ],
    ["a clear password without TLS", {}, { user: "clear" }, NEEDS_TLS],
    ["sha256_password without TLS", {}, { user: "sha256" }, NEEDS_TLS],
  ])("reports %s", async (_, tls, more, told) => {
    const answer = await check(secured(), { ...tls, ...more });
    expect(answer).toMatchObject({ status: "down", isOwnFault: false, responseMs: null });
    expect(answer.message).toMatch(told);
    expect(JSON.stringify(answer)).not.toContain(PASSWORD);
    if (!("tls" in tls)) expect(secured().received).toEqual([]);
  });

  it.each(["clear", "sha256"])("sends the password of %s under TLS", async (user) => {
    expect(await check(secured(), { tls: "on", user })).toMatchObject({ status: "up" });
    expect(secured().received).toEqual([{ password: PASSWORD, isEncrypted: true }]);
  });

  it("reports a server without TLS", async () => {
    const answer = await check(plain(), { tls: "on" });
    expect(answer.message).toBe(
      "Start TLS: The server has no TLS: configure a certificate (ssl_cert), or set TLS to off here.",
    );
    expect(plain().received).toEqual([]);
  });

  describe("with a cached user", () => {
    const findSubject = () => {
      plain().remember();
      return { type: "mysql", config: configOf(plain()), secrets: [PASSWORD] };
    };
    describeHostile(findSubject, { runs: 2500 });
  });
});
