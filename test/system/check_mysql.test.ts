import { expect, it } from "vitest";
import * as cases from "./database_cases.ts";
import { describeWith } from "./needs.ts";
import { OPENSSL, startTcp } from "./tls_peer.ts";
import { useServer, useTrust } from "./up/fixture.ts";
import { MARIADB, PASSWORD, startMariadb } from "./up/mariadb.ts";

describeWith(OPENSSL, MARIADB)("a mysql check of MariaDB", () => {
  const trust = useTrust({ names: cases.DATABASE_NAMES });
  const server = useServer(() => startMariadb(trust.pairs.server));
  const database = cases.databaseOf({
    type: "mysql",
    trust,
    findPort: () => server().port,
    account: { database: "shop", user: "native", password: PASSWORD },
  });
  const { check } = database;

  cases.itLetsIn(database, [
    ["mysql_native_password", {}],
    ["ed25519", { user: "modern" }],
    ["ed25519 with another password, or mysql_native_password", { user: "either" }],
    ["no password", { user: "empty", password: "" }],
    ["mysql_native_password under TLS", { tls: "on" }],
    ["ed25519 under TLS", { user: "modern", tls: "on" }],
    ["an account that requires TLS", { user: "secured", tls: "on" }],
    ["no database", { database: "" }],
  ]);

  cases.itTells(database, [
    [
      "a wrong password",
      { password: "wrong" },
      /^Log in: The server reported "Access denied for user 'native'@'127\.0\.0\.1' \(using password: YES\)" \(1045\): check the user, password, allowed hosts and whether TLS is required\.$/,
    ],
    [
      "a wrong password of ed25519",
      { user: "modern", password: "wrong" },
      /\(1045\): check the user, password, allowed hosts/,
    ],
    ["an unknown user", { user: "nobody" }, /\(1045\): check the user, password, allowed hosts/],
    [
      "a missing password",
      { password: "" },
      /\(using password: NO\)" \(1045\): check the user, password, allowed hosts/,
    ],
    [
      "an unknown database",
      { database: "none" },
      /^Log in: .+ to database 'none'" \(1044\): check the database name and grant the user access\.$/,
    ],
    ["an account that requires TLS", { user: "secured" }, /\(1045\): .+ whether TLS is required\.$/],
    [
      "a wrong query",
      { query: "SELEC 1" },
      /^Query: The server reported "You have an error in your SQL syntax.+" \(1064\): check the query\.$/,
    ],
    [
      "a query without permission",
      { query: "SELECT * FROM private" },
      /\(1142\): grant the user access to the queried tables\.$/,
    ],
    [
      "a query that writes",
      { query: "INSERT INTO item VALUES ('pot', '')" },
      /\(1792\): checks are read-only: use a query that changes nothing\.$/,
    ],
    ["two queries", { query: "SELECT 1; SELECT 2" }, /\(1064\): check the query\.$/],
  ]);

  cases.itExpects(database, [
    ["1", "SELECT 1 FROM item WHERE 1 = 2", "degraded", /^Expected "1", got no row\.$/],
    ["1", "DO 1", "degraded", /^Expected "1", got no row\.$/],
    ["x", "SELECT big FROM item", "degraded", /^Expected "x", got "x{80}…"\.$/],
    ["kettle", "SELECT name, big FROM item", "up", /^Returned "kettle" in/],
    [
      "1",
      "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 900) SELECT i, REPEAT('x', 200000) FROM n",
      "up",
      /^Returned "1" in/,
    ],
  ]);

  cases.itEndsASlowQuery(database, "SELECT SLEEP(30)");

  cases.itTakesEachKindOfTls(database);

  cases.itTakesStrings(database, {
    format: (options) => {
      const user = options === "" ? "native" : "secured";
      return `mysql://${user}:${PASSWORD}@127.0.0.1:${server().port}/shop${options}`;
    },
    rows: [
      ["", {}, "up"],
      ["?ssl-mode=VERIFY_IDENTITY", {}, "up"],
      ["?ssl=true", {}, "up"],
      ["?ssl-mode=DISABLED", { tls: "on" }, "up"],
      ["?ssl-mode=some", {}, "down"],
    ],
  });

  it.each<[string, string, object, RegExp]>([
    [
      "a web server",
      "HTTP/1.1 400 Bad Request\r\n\r\n",
      {},
      /^Log in: The server violated the MySQL protocol/,
    ],
    [
      "a mail server under TLS",
      "220 mail.test ESMTP\r\n",
      { tls: "on" },
      /^Start TLS: The server violated the/,
    ],
    [
      "a server with too many connections",
      "\x17\0\0\0\xff\x10\x04Too many connections",
      {},
      /^Log in: The server reported "Too many connections" \(1040\): too many/,
    ],
    [
      "a server that blocks this host",
      "\x18\0\0\0\xff\x69\x04Host '::1' is blocked",
      {},
      /\(1129\): run FLUSH HOSTS on it/,
    ],
    ["an outdated protocol", "\x02\0\0\0\x09\0", {}, /isn't a MySQL server/],
  ])("reports %s", async (_, said, more, told) => {
    const peer = await startTcp((socket) => socket.end(Buffer.from(said, "latin1")));
    expect((await check({ port: peer.port, ...more })).message).toMatch(told);
    await peer.stop();
  });

  it("times out when TLS is on and no greeting arrives", async () => {
    const peer = await startTcp(() => undefined);
    const answer = await check({ port: peer.port, tls: "on" }, 700);
    expect(answer.message).toBe("Start TLS: no response within 700 ms.");
    await peer.stop();
  });

  cases.describeHostileBy(database, [
    ["mysql_native_password", {}, 2500],
    ["ed25519", { user: "modern" }, 250],
  ]);
});
