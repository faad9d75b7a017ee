import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import type { Responses } from "../check/wire/hostile.ts";
import { itSaysWhatIsWrongWith } from "./database_cases.ts";
import { describeHostile } from "./hostile_servers.ts";
import { itTellsARefusedConnection } from "./service_cases.ts";
import { startTcp } from "./tls_peer.ts";
import { checkByStringOf, checkOf, useProber, useServer } from "./up/fixture.ts";
import { askWithTedious } from "./up/tds_driver.ts";
import { TDS_DATABASE, TDS_PASSWORD, TDS_USER } from "./up/tds_login.ts";
import { startTdsServer } from "./up/tds_server.ts";
import { SAMPLES } from "./up/tds_value.ts";

const account = { user: TDS_USER, password: TDS_PASSWORD, database: TDS_DATABASE };

const prober = useProber();
const server = useServer(() => startTdsServer());
const configOf = (more: object) => ({ host: "127.0.0.1", port: server().port, ...account, ...more });
const check = checkOf(prober, "sqlserver", configOf);
const checkBy = checkByStringOf(prober, "sqlserver");

describe("the stand-in for SQL Server", () => {
  it("accepts Microsoft's driver and returns a row", async () => {
    expect(await askWithTedious("SELECT 1", { port: server().port })).toEqual([1]);
    expect(server().logins.at(-1)).toMatchObject({
      user: TDS_USER,
      database: TDS_DATABASE,
      isEncrypted: false,
    });
  });

  it("rejects it as SQL Server does", async () => {
    const { port } = server();
    await expect(askWithTedious("SELECT 1", { port, password: "wrong" })).rejects.toThrow(
      /^Login failed for user/,
    );
    await expect(askWithTedious("SELECT 1", { port, database: "nosuch" })).rejects.toThrow(
      /Cannot open database|Login failed/,
    );
    await expect(askWithTedious("SELECT 1/0", { port })).rejects.toThrow("Divide by zero");
  });

  it("closes the connection on malformed packets", async () => {
    const socket = connect({ host: "127.0.0.1", port: server().port });
    socket.write(Buffer.alloc(64));
    await once(socket, "close");
  });

  it.each(Object.keys(SAMPLES))("writes %s as the driver reads it", async (name) => {
    const [value] = await askWithTedious(`SELECT ${name}`, { port: server().port });
    expect(plain(value)).toEqual(plain(SAMPLES[name]?.driver));
  });
});

function plain(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  return value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value;
}

describe("a sqlserver check", () => {
  it("signs in, queries and reports the time", async () => {
    const answer = await check();
    expect(answer.message).toBe(`Responded in ${answer.responseMs} ms.`);
    expect(answer.status).toBe("up");
    expect(answer.steps.map(({ label }) => label)).toEqual([
      `Connect to 127.0.0.1:${server().port}`,
      "Agree on encryption",
      "Log in",
      "Query",
    ]);
    expect(server().logins.at(-1)).toEqual({
      user: TDS_USER,
      database: TDS_DATABASE,
      version: 0x74000004,
      isReadOnly: true,
      isEncrypted: false,
    });
    expect(server().queries.at(-1)).toBe("SELECT 1");
  });

  it.each(Object.keys(SAMPLES))("reads %s as text", async (name) => {
    const text = SAMPLES[name]?.text ?? null;
    const query = `SELECT ${name}`;
    if (text === null) {
      expect((await check({ query, expectedResult: "x" })).message).toBe('Expected "x", got NULL.');
    } else expect((await check({ query, expectedResult: text })).status).toBe("up");
  });

  it.each([
    ["SELECT 1", "2", 'Expected "2", got "1".'],
    ["SELECT NULL, 7", "7", 'Expected "7", got NULL.'],
    ["SELECT 7, NULL", "8", 'Expected "8", got "7".'],
    ["SELECT 1 WHERE 1 = 0", "1", 'Expected "1", got no row.'],
    ["PRINT 'x'; SELECT 1", "x", 'Expected "x", got "1".'],
  ])("is degraded when %s returns another value", async (query, expectedResult, message) => {
    expect(await check({ query, expectedResult })).toMatchObject({ status: "degraded", message });
  });

  it.each([
    ["SELECT 1/0", 'The server reported "Divide by zero error encountered." (8134): check the query.'],
    [
      "SELECT * FROM secrets",
      `The server reported "The SELECT permission was denied on the object 'secrets', database 'shop', schem…" (229): grant the user read access.`,
    ],
    ["SELECT point", "The first value's type can't be read: cast it to nvarchar in the query."],
  ])("is down when %s fails", async (query, told) => {
    expect(await check({ query })).toMatchObject({ status: "down", message: `Query: ${told}` });
  });

  it("sends a query of many packets", async () => {
    const query = `SELECT ${"x".repeat(9000)}`;
    expect((await check({ query })).message).toContain("(156)");
    expect(server().queries.at(-1)).toBe(query);
  });

  it.each([
    [
      { password: "Wrong-4711" },
      `The server reported "Login failed for user '${TDS_USER}'." (18456): check the user and password.`,
    ],
    [
      { database: "nosuch" },
      `The server reported "Cannot open database "nosuch" requested by the login. The login failed." (4060): check the database name and the user's access to it.`,
    ],
    [
      { user: "CORP\\me" },
      `The server reported "Login failed. The login is from an untrusted domain and cannot be used with Inte…" (18452): use a SQL Server login, not a Windows login.`,
    ],
  ])("is down with %j", async (config, told) => {
    expect(await check(config)).toMatchObject({
      status: "down",
      responseMs: null,
      message: `Log in: ${told}`,
    });
  });

  itTellsARefusedConnection("127.0.0.1", check);

  it("reports another protocol", async () => {
    const peer = await startTcp((socket) => socket.end("220 mail.test ESMTP\r\n"));
    const { message } = await check({ port: peer.port });
    await peer.stop();
    expect(message).toBe(
      "Agree on encryption: The server violated the TDS protocol: its response can't be read.",
    );
  });

  it("asks again with write intent when read-only clients are redirected", async () => {
    const routing = await startTdsServer({ routes: "readers" });
    const answer = await check({ port: routing.port });
    await routing.stop();
    expect(answer.status).toBe("up");
    expect(routing.logins.map(({ isReadOnly }) => isReadOnly)).toEqual([true, false]);
  });

  it("is down when all clients are redirected, and does not follow", async () => {
    const routing = await startTdsServer({ routes: "everybody" });
    const answer = await check({ port: routing.port });
    await routing.stop();
    expect(answer).toMatchObject({
      status: "down",
      message: "Log in: The server redirects clients to replica.test:1434: monitor that one.",
    });
  });
});

describe("a sqlserver check with a connection string", () => {
  const quoted = `"${TDS_PASSWORD}"`;
  const escaped = encodeURIComponent(TDS_PASSWORD);

  it.each([
    [
      "an ADO.NET string",
      (port: number) => `Server=tcp:127.0.0.1,${port};Database=shop;User Id=uptide;Password=${quoted};`,
    ],
    [
      "synonyms of ADO.NET keys",
      (port: number) =>
        `data source=127.0.0.1,${port}; Initial Catalog = shop ;UID=uptide;PWD='Kóla;nut''s 42'`,
    ],
    ["a URL", (port: number) => `sqlserver://uptide:${escaped}@127.0.0.1:${port}/shop`],
    [
      "a URL with the database as a parameter",
      (port: number) => `mssql://uptide:${escaped}@127.0.0.1:${port}?database=shop`,
    ],
  ])("accepts %s", async (_, format) => {
    expect((await checkBy(format(server().port))).message).toMatch(/^Responded in/);
    expect(server().logins.at(-1)).toMatchObject({ user: TDS_USER, database: "shop", isReadOnly: true });
  });

  it("requests write access when the string does", async () => {
    const place = `Server=127.0.0.1,${server().port};User Id=uptide;Password=${quoted}`;
    await checkBy(`${place};ApplicationIntent=ReadWrite`);
    expect(server().logins.at(-1)).toMatchObject({ database: "", isReadOnly: false });
  });

  it.each(["true", "Mandatory", "yes", "strict"])(
    "requires the TLS that the string asks for: Encrypt=%s",
    async (encrypt) => {
      const before = server().logins.length;
      const place = `Server=127.0.0.1,${server().port};User Id=uptide;Password=${quoted}`;
      const { status, message } = await checkBy(`${place};Encrypt=${encrypt};TrustServerCertificate=true`);
      expect(status).toBe("down");
      expect(message).toMatch(/^Start TLS: /);
      expect(server().logins).toHaveLength(before);
    },
  );

  it("does not weaken the configured TLS", async () => {
    const before = server().logins.length;
    const place = `Server=127.0.0.1,${server().port};User Id=uptide;Password=${quoted};Encrypt=false`;
    const { message } = await checkBy(place, { tls: "on" });
    expect(message).toBe(
      "Start TLS: The server doesn't encrypt connections: configure a certificate there. Nothing was sent.",
    );
    expect(server().logins).toHaveLength(before);
  });

  itSaysWhatIsWrongWith(checkBy, [
    ["Hunter-4711", "can't be read"],
    ['Server=127.0.0.1;Password="Hunter-4711', "can't be read"],
    ["Server=np:\\\\host\\pipe;Password=Hunter-4711", "can't be read"],
    ["Server=host\\SQLEXPRESS;Password=Hunter-4711", "add its port"],
    ["Server=host;Integrated Security=SSPI;Password=Hunter-4711", "Windows authentication isn't supported"],
    ["sqlserver://", "can't be read"],
  ]);
});

describe("a sqlserver check of a hostile server", () => {
  const config = { query: "SELECT datetimeoffset" };
  const findSubject = () => ({ type: "sqlserver", config: configOf(config), secrets: [TDS_PASSWORD] });

  describeHostile(findSubject, { ofCheck: withoutRest });

  function withoutRest(all: Responses): Responses {
    const bytes = Buffer.concat(all);
    const value = SAMPLES["datetimeoffset"]!.value;
    return [bytes.subarray(0, bytes.indexOf(value) + value.length)];
  }
});
