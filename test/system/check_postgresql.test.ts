import { afterAll, beforeAll, expect, it } from "vitest";
import { expectToStandAnything, itTakesEachKindOfTls, makeAuthorities } from "./database_cases.ts";
import { describeWith } from "./needs.ts";
import { type ProberRuntime, startProber } from "./prober_runtime.ts";
import { makeFolder, OPENSSL, type Peer, removeFolder } from "./tls_peer.ts";
import { PASSWORD, POSTGRES, startPostgresql } from "./up/postgresql.ts";

const folder = makeFolder();
let prober: ProberRuntime;
let secured: Peer;
let plain: Peer;

describeWith(OPENSSL, POSTGRES)("a postgresql check", () => {
  beforeAll(async () => {
    const { authority, server: pair } = makeAuthorities(folder);
    [prober, secured, plain] = await Promise.all([
      startProber({ trusts: authority.cert }),
      startPostgresql(pair),
      startPostgresql(),
    ]);
  });

  afterAll(async () => {
    await Promise.all([prober?.stop(), secured?.stop(), plain?.stop()]);
    removeFolder(folder);
  });

  const configOf = (more: object = {}) => ({
    host: "127.0.0.1",
    port: secured.port,
    database: "postgres",
    user: "reader",
    password: PASSWORD,
    ...more,
  });

  const check = (more: object = {}, timeoutMs = 30_000) =>
    prober.check({ type: "postgresql", config: configOf(more), timeoutMs });

  it.each([
    ["SCRAM", {}],
    ["SCRAM under TLS", { tls: "on" }],
    ["SCRAM where TLS is a must", { user: "secured", tls: "on" }],
    ["MD5", { user: "old" }],
    ["a clear password to this very machine", { user: "clear" }],
    ["a clear password under TLS", { user: "clear", tls: "on" }],
    ["no password", { user: "anybody", password: "" }],
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
      /^Log in: The server said "FATAL: password authentication failed for user "reader"" \(28P01\): check user and password\.$/,
    ],
    ["a wrong password of MD5", { user: "old", password: "wrong" }, /\(28P01\): check user and password\.$/],
    [
      "a wrong password in the clear",
      { user: "clear", password: "wrong" },
      /\(28P01\): check user and password\.$/,
    ],
    ["a missing password", { password: "" }, /\(28P01\): check user and password\.$/],
    [
      "an unknown user",
      { user: "nobody", tls: "on" },
      /^Log in: .+\(28000\): check user and password, and whom pg_hba\.conf lets in\.$/,
    ],
    [
      "an unknown database",
      { database: "none" },
      /^Log in: The server said "FATAL: database "none" does not exist" \(3D000\): check the name of the database\.$/,
    ],
    [
      "too many connections",
      { user: "crowded" },
      /\(53300\): it has too many connections, so close some or raise max_connections\.$/,
    ],
    [
      "Kerberos",
      { user: "kerberos" },
      /^Log in: The server wants Kerberos \(GSSAPI\), which checks can't do: let the user .+ scram-sha-256 in pg_hba\.conf\.$/,
    ],
    [
      "a server that wants TLS",
      { user: "secured" },
      /\(28000\): turn TLS on, or let the user in without in pg_hba\.conf\.$/,
    ],
    [
      "a wrong query",
      { query: "SELEC 1" },
      /^Query: The server said "ERROR: syntax error at or near "SELEC"" \(42601\): check the query\.$/,
    ],
    [
      "an error behind the first row",
      { query: "SELECT 1 / (2 - n) FROM generate_series(1, 2) n" },
      /\(22012\): check the query\.$/,
    ],
    [
      "a query of what may not be read",
      { query: "SELECT * FROM private" },
      /\(42501\): grant the user what the query reads\.$/,
    ],
    [
      "a query that writes",
      { query: "INSERT INTO item VALUES ('pot')" },
      /\(25006\): checks only read, so use a query that changes nothing\.$/,
    ],
    [
      "a query that copies",
      { query: "COPY item TO STDOUT" },
      /^Query: The query copies data instead of answering rows: use a SELECT\.$/,
    ],
  ])("tells %s", async (_, more, told) => {
    const answer = await check(more);
    expect(answer).toMatchObject({ status: "down", isOwnFault: false, responseMs: null });
    expect(answer.message).toMatch(told);
    expect(JSON.stringify(answer)).not.toContain(PASSWORD);
  });

  it("tells a server that has no TLS", async () => {
    expect((await check({ port: plain.port, tls: "on" })).message).toBe(
      "Start TLS: The server has no TLS: turn it on there (ssl = on), or set TLS to off here.",
    );
  });

  it.each([
    ["kettle", "SELECT name FROM item", "up", /^Answered "kettle" in \d+ ms\.$/],
    ["pot", "SELECT name FROM item", "degraded", /^Expected "pot", got "kettle"\.$/],
    ["żółw", "SELECT 'żółw'", "up", /^Answered "żółw" in/],
    ["1", "SELECT NULL", "degraded", /^Expected "1", got NULL\.$/],
    ["1", "SELECT 1 WHERE false", "degraded", /^Expected "1", got no row\.$/],
    ["1", "", "degraded", /^Expected "1", got no row\.$/],
    ["1", "SELECT", "degraded", /^Expected "1", got no row\.$/],
    ["2", "SET TimeZone = 'UTC'; SELECT 2; SELECT 3", "up", /^Answered "2" in/],
    ["x", "SELECT repeat('x', 200000)", "degraded", /^Expected "x", got "x{80}…"\.$/],
    ["1", "SELECT n, repeat('x', 200000) FROM generate_series(1, 100000) n", "up", /^Answered "1" in/],
  ])("expects %s of %s: %s", async (expectedResult, query, status, told) => {
    const answer = await check({ expectedResult, query });
    expect(answer.message).toMatch(told);
    expect(answer.status).toBe(status);
  });

  it("ends a slow query when the time is up", async () => {
    const answer = await check({ query: "SELECT pg_sleep(30)" }, 1500);
    expect(answer).toMatchObject({ status: "down", message: "Query: no answer within 1500 ms." });
  });

  itTakesEachKindOfTls({ folder, check });

  it("reads the certificate where TLS is spoken", async () => {
    const request = { type: "postgresql", config: configOf({ tls: "on" }), timeoutMs: 30_000 };
    const answer = await prober.check({ ...request, shouldReadCertificate: true });
    expect(answer).toMatchObject({
      status: "up",
      certificate: { host: "127.0.0.1", issuer: "CN=authority" },
    });
  });

  it.each([
    ["", {}, "up"],
    ["?sslmode=verify-full", {}, "up"],
    ["?sslmode=verify-ca", {}, "up"],
    ["?sslmode=disable", { tls: "on" }, "up"],
    ["?sslmode=disable", {}, "down"],
    ["?sslmode=require", {}, "up"],
    ["?sslmode=some", {}, "down"],
  ])("takes a connection string with %s where the config has %j", async (options, more, status) => {
    const user = options === "" ? "reader" : "secured";
    const connectionString = `postgres://${user}:${PASSWORD}@127.0.0.1:${secured.port}/postgres${options}`;
    const answer = await prober.check({
      type: "postgresql",
      config: { mode: "connectionString", connectionString, ...more },
      timeoutMs: 30_000,
    });
    expect(answer).toMatchObject({ status });
    expect(JSON.stringify(answer)).not.toContain(PASSWORD);
  });

  it.each([
    ["SCRAM", {}, 4000],
    ["MD5", { user: "old" }, 1000],
  ])("stands a server that cuts off, falls silent, pours or talks nonsense: %s", async (_, more, runs) => {
    const subject = { type: "postgresql", config: configOf(more), secrets: [PASSWORD] };
    await expectToStandAnything(subject, runs);
  });
});
