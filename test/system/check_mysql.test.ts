import { afterAll, beforeAll, expect, it } from "vitest";
import { expectToStandAnything, itTakesEachKindOfTls, makeAuthorities } from "./database_cases.ts";
import { describeWith } from "./needs.ts";
import { type ProberRuntime, startProber } from "./prober_runtime.ts";
import { makeFolder, OPENSSL, type Peer, removeFolder, startTcp } from "./tls_peer.ts";
import { MARIADB, PASSWORD, startMariadb } from "./up/mariadb.ts";

const folder = makeFolder();
let prober: ProberRuntime;
let server: Peer;

describeWith(OPENSSL, MARIADB)("a mysql check of MariaDB", () => {
  beforeAll(async () => {
    const { authority, server: pair } = makeAuthorities(folder);
    [prober, server] = await Promise.all([startProber({ trusts: authority.cert }), startMariadb(pair)]);
  });

  afterAll(async () => {
    await Promise.all([prober?.stop(), server?.stop()]);
    removeFolder(folder);
  });

  const configOf = (more: object = {}) => ({
    host: "127.0.0.1",
    port: server.port,
    database: "shop",
    user: "native",
    password: PASSWORD,
    ...more,
  });

  const check = (more: object = {}, timeoutMs = 30_000) =>
    prober.check({ type: "mysql", config: configOf(more), timeoutMs });

  it.each([
    ["mysql_native_password", {}],
    ["ed25519", { user: "modern" }],
    ["ed25519, whose password is another, or mysql_native_password", { user: "either" }],
    ["no password", { user: "empty", password: "" }],
    ["mysql_native_password under TLS", { tls: "on" }],
    ["ed25519 under TLS", { user: "modern", tls: "on" }],
    ["an account that wants TLS", { user: "secured", tls: "on" }],
    ["no database", { database: "" }],
  ])("is up with %s", async (_, more) => {
    const answer = await check(more);
    expect(answer).toMatchObject({ status: "up", message: `Answered in ${answer.responseMs} ms.` });
    const labels = ["Connect to", ...("tls" in more ? ["Start TLS"] : []), "Log in", "Query"];
    expect(answer.steps.map(({ label }) => label.replace(/ 127.*/, ""))).toEqual(labels);
  });

  it.each<[string, object, RegExp]>([
    [
      "a wrong password",
      { password: "wrong" },
      /^Log in: The server said "Access denied for user 'native'@'127\.0\.0\.1' \(using password: YES\)" \(1045\): check user and password, from where the user may sign in, and whether TLS is wanted\.$/,
    ],
    [
      "a wrong password of ed25519",
      { user: "modern", password: "wrong" },
      /\(1045\): check user and password/,
    ],
    ["an unknown user", { user: "nobody" }, /\(1045\): check user and password/],
    ["a missing password", { password: "" }, /\(using password: NO\)" \(1045\): check user and password/],
    [
      "an unknown database",
      { database: "none" },
      /^Log in: .+ to database 'none'" \(1044\): check the name of the database, and grant it to the user\.$/,
    ],
    ["an account that wants TLS", { user: "secured" }, /\(1045\): .+ whether TLS is wanted\.$/],
    [
      "a wrong query",
      { query: "SELEC 1" },
      /^Query: The server said "You have an error in your SQL syntax.+" \(1064\): check the query\.$/,
    ],
    [
      "a query of what may not be read",
      { query: "SELECT * FROM private" },
      /\(1142\): grant the user what the query reads\.$/,
    ],
    [
      "a query that writes",
      { query: "INSERT INTO item VALUES ('pot', '')" },
      /\(1792\): checks only read, so use a query that changes nothing\.$/,
    ],
    ["two queries", { query: "SELECT 1; SELECT 2" }, /\(1064\): check the query\.$/],
  ])("tells %s", async (_, more, told) => {
    const answer = await check(more);
    expect(answer).toMatchObject({ status: "down", isOwnFault: false, responseMs: null });
    expect(answer.message).toMatch(told);
    expect(JSON.stringify(answer)).not.toContain(PASSWORD);
  });

  it.each([
    ["kettle", "SELECT name FROM item", "up", /^Answered "kettle" in \d+ ms\.$/],
    ["pot", "SELECT name FROM item", "degraded", /^Expected "pot", got "kettle"\.$/],
    ["żółw", "SELECT 'żółw'", "up", /^Answered "żółw" in/],
    ["1", "SELECT NULL", "degraded", /^Expected "1", got NULL\.$/],
    ["1", "SELECT 1 FROM item WHERE 1 = 2", "degraded", /^Expected "1", got no row\.$/],
    ["1", "DO 1", "degraded", /^Expected "1", got no row\.$/],
    ["x", "SELECT big FROM item", "degraded", /^Expected "x", got "x{80}…"\.$/],
    ["kettle", "SELECT name, big FROM item", "up", /^Answered "kettle" in/],
    [
      "1",
      "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 900) SELECT i, REPEAT('x', 200000) FROM n",
      "up",
      /^Answered "1" in/,
    ],
  ])("expects %s of %s: %s", async (expectedResult, query, status, told) => {
    const answer = await check({ expectedResult, query });
    expect(answer.message).toMatch(told);
    expect(answer.status).toBe(status);
  });

  it("ends a slow query when the time is up", async () => {
    const answer = await check({ query: "SELECT SLEEP(30)" }, 1500);
    expect(answer).toMatchObject({ status: "down", message: "Query: no answer within 1500 ms." });
  });

  itTakesEachKindOfTls({ folder, check });

  it("reads the certificate where TLS is spoken", async () => {
    const request = { type: "mysql", config: configOf({ tls: "on" }), timeoutMs: 30_000 };
    const answer = await prober.check({ ...request, shouldReadCertificate: true });
    expect(answer).toMatchObject({
      status: "up",
      certificate: { host: "127.0.0.1", issuer: "CN=authority" },
    });
  });

  it.each([
    ["", {}, "up"],
    ["?ssl-mode=VERIFY_IDENTITY", {}, "up"],
    ["?ssl=true", {}, "up"],
    ["?ssl-mode=DISABLED", { tls: "on" }, "up"],
    ["?ssl-mode=some", {}, "down"],
  ])("takes a connection string with %s", async (options, more, status) => {
    const user = options === "" ? "native" : "secured";
    const connectionString = `mysql://${user}:${PASSWORD}@127.0.0.1:${server.port}/shop${options}`;
    const answer = await prober.check({
      type: "mysql",
      config: { mode: "connectionString", connectionString, ...more },
      timeoutMs: 30_000,
    });
    expect(answer).toMatchObject({ status });
    expect(JSON.stringify(answer)).not.toContain(PASSWORD);
  });

  it.each<[string, string, object, RegExp]>([
    ["a web server", "HTTP/1.1 400 Bad Request\r\n\r\n", {}, /^Log in: The server broke the rules of MySQL/],
    [
      "a mail server under TLS",
      "220 mail.test ESMTP\r\n",
      { tls: "on" },
      /^Start TLS: The server broke the rules/,
    ],
    [
      "one that lets nobody in",
      "\x17\0\0\0\xff\x10\x04Too many connections",
      {},
      /^Log in: The server said "Too many connections" \(1040\): it has too many/,
    ],
    [
      "one that has shut checks out",
      "\x18\0\0\0\xff\x69\x04Host '::1' is blocked",
      {},
      /\(1129\): run FLUSH HOSTS there/,
    ],
    ["a protocol of long ago", "\x02\0\0\0\x09\0", {}, /does not greet like MySQL/],
  ])("tells %s", async (_, said, more, told) => {
    const peer = await startTcp((socket) => socket.end(Buffer.from(said, "latin1")));
    expect((await check({ port: peer.port, ...more })).message).toMatch(told);
    await peer.stop();
  });

  it("ends on time when TLS is asked for and the greeting never comes", async () => {
    const peer = await startTcp(() => undefined);
    const answer = await check({ port: peer.port, tls: "on" }, 700);
    expect(answer.message).toBe("Start TLS: no answer within 700 ms.");
    await peer.stop();
  });

  it.each([
    ["mysql_native_password", {}, 2500],
    ["ed25519", { user: "modern" }, 250],
  ])("stands a server that cuts off, falls silent, pours or talks nonsense: %s", async (_, more, runs) => {
    const subject = { type: "mysql", config: configOf(more), secrets: [PASSWORD] };
    await expectToStandAnything(subject, runs);
  });
});
