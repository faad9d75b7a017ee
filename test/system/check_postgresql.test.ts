import { expect, it } from "vitest";
import * as cases from "./database_cases.ts";
import { describeWith } from "./needs.ts";
import { OPENSSL } from "./tls_peer.ts";
import { useServer, useTrust } from "./up/fixture.ts";
import { PASSWORD, POSTGRES, startPostgresql } from "./up/postgresql.ts";

describeWith(OPENSSL, POSTGRES)("a postgresql check", () => {
  const trust = useTrust({ names: cases.DATABASE_NAMES });
  const secured = useServer(() => startPostgresql(trust.pairs.server));
  const plain = useServer(() => startPostgresql());
  const database = cases.databaseOf({
    type: "postgresql",
    trust,
    findPort: () => secured().port,
    account: { database: "postgres", user: "reader", password: PASSWORD },
  });
  const { check } = database;

  cases.itLetsIn(database, [
    ["SCRAM", {}],
    ["SCRAM under TLS", { tls: "on" }],
    ["SCRAM when TLS is required", { user: "secured", tls: "on" }],
    ["MD5", { user: "old" }],
    ["a clear password to the same machine", { user: "clear" }],
    ["a clear password under TLS", { user: "clear", tls: "on" }],
    ["no password", { user: "anybody", password: "" }],
  ]);

  cases.itTells(database, [
    [
      "a wrong password",
      { password: "wrong" },
      /^Log in: The server reported "FATAL: password authentication failed for user "reader"" \(28P01\): check the user and password\.$/,
    ],
    [
      "a wrong password of MD5",
      { user: "old", password: "wrong" },
      /\(28P01\): check the user and password\.$/,
    ],
    [
      "a wrong clear password",
      { user: "clear", password: "wrong" },
      /\(28P01\): check the user and password\.$/,
    ],
    ["a missing password", { password: "" }, /\(28P01\): check the user and password\.$/],
    [
      "an unknown user",
      { user: "nobody", tls: "on" },
      /^Log in: .+\(28000\): check the user, password and pg_hba.conf\.$/,
    ],
    [
      "an unknown database",
      { database: "none" },
      /^Log in: The server reported "FATAL: database "none" does not exist" \(3D000\): check the database name\.$/,
    ],
    [
      "too many connections",
      { user: "crowded" },
      /\(53300\): too many connections: close some or raise max_connections\.$/,
    ],
    [
      "Kerberos",
      { user: "kerberos" },
      /^Log in: The server requires Kerberos \(GSSAPI\), which isn't supported: use scram-sha-256 for this user in pg_hba\.conf\.$/,
    ],
    [
      "an account that requires TLS",
      { user: "secured" },
      /\(28000\): turn TLS on, or allow the user without TLS in pg_hba.conf\.$/,
    ],
    [
      "a wrong query",
      { query: "SELEC 1" },
      /^Query: The server reported "ERROR: syntax error at or near "SELEC"" \(42601\): check the query\.$/,
    ],
    [
      "an error after the first row",
      { query: "SELECT 1 / (2 - n) FROM generate_series(1, 2) n" },
      /\(22012\): check the query\.$/,
    ],
    [
      "a query without permission",
      { query: "SELECT * FROM private" },
      /\(42501\): grant the user access to the queried tables\.$/,
    ],
    [
      "a query that writes",
      { query: "INSERT INTO item VALUES ('pot')" },
      /\(25006\): checks are read-only: use a query that changes nothing\.$/,
    ],
    [
      "a query that copies",
      { query: "COPY item TO STDOUT" },
      /^Query: The query copies data instead of returning rows: use a SELECT\.$/,
    ],
  ]);

  it("reports a server without TLS", async () => {
    expect((await check({ port: plain().port, tls: "on" })).message).toBe(
      "Start TLS: The server has no TLS: enable it there (ssl = on), or set TLS to off here.",
    );
  });

  cases.itExpects(database, [
    ["1", "SELECT 1 WHERE false", "degraded", /^Expected "1", got no row\.$/],
    ["1", "", "degraded", /^Expected "1", got no row\.$/],
    ["1", "SELECT", "degraded", /^Expected "1", got no row\.$/],
    ["2", "SET TimeZone = 'UTC'; SELECT 2; SELECT 3", "up", /^Returned "2" in/],
    ["x", "SELECT repeat('x', 200000)", "degraded", /^Expected "x", got "x{80}…"\.$/],
    ["1", "SELECT n, repeat('x', 200000) FROM generate_series(1, 100000) n", "up", /^Returned "1" in/],
  ]);

  cases.itEndsASlowQuery(database, "SELECT pg_sleep(30)");

  cases.itTakesEachKindOfTls(database);

  cases.itTakesStrings(database, {
    format: (options) => {
      const user = options === "" ? "reader" : "secured";
      return `postgres://${user}:${PASSWORD}@127.0.0.1:${secured().port}/postgres${options}`;
    },
    rows: [
      ["", {}, "up"],
      ["?sslmode=verify-full", {}, "up"],
      ["?sslmode=verify-ca", {}, "up"],
      ["?sslmode=disable", { tls: "on" }, "up"],
      ["?sslmode=disable", {}, "down"],
      ["?sslmode=require", {}, "up"],
      ["?sslmode=some", {}, "down"],
    ],
  });

  cases.describeHostileBy(database, [
    ["SCRAM", {}, 4000],
    ["MD5", { user: "old" }, 1000],
  ]);
});
