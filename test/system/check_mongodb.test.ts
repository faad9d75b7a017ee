import { readFileSync } from "node:fs";
import { MongoClient } from "mongodb";
import { describe, expect, it } from "vitest";
import { itSaysWhatIsWrongWith } from "./database_cases.ts";
import { describeHostile } from "./hostile_servers.ts";
import { describeWith } from "./needs.ts";
import { itTellsARefusedConnection } from "./service_cases.ts";
import { OPENSSL, startTcp } from "./tls_peer.ts";
import { checkByStringOf, checkOf, useProber, useServer, useTrust } from "./up/fixture.ts";
import { MONGO_SAMPLES } from "./up/mongo_command.ts";
import { MONGO_PASSWORD, startMongoServer } from "./up/mongo_server.ts";

const account = { user: "uptide", password: MONGO_PASSWORD, database: "shop" };
const command = (value: object) => ({ query: JSON.stringify(value) });

const prober = useProber();
const server = useServer(() => startMongoServer());
const configOf = (more: object) => ({ host: "127.0.0.1", port: server().port, ...account, ...more });
const check = checkOf(prober, "mongodb", configOf);
const checkBy = checkByStringOf(prober, "mongodb");

describe("the stand-in for MongoDB", () => {
  const ask = async (user: string, password: string, asked: object) => {
    const auth = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
    const client = new MongoClient(
      `mongodb://${auth}@127.0.0.1:${server().port}/shop?directConnection=true`,
      {
        serverApi: "1",
        serverSelectionTimeoutMS: 20_000,
      },
    );
    try {
      return await client.db("shop").command({ ...asked });
    } finally {
      await client.close();
    }
  };

  it.each(["uptide", "old", "x=509,cn"])("accepts MongoDB's driver as %s", async (user) => {
    expect(await ask(user, MONGO_PASSWORD, { count: "orders" })).toMatchObject({ n: 3 });
  });

  it("rejects it as MongoDB does", async () => {
    await expect(ask("uptide", "wrong", { ping: 1 })).rejects.toMatchObject({ code: 18 });
    await expect(ask("nobody", MONGO_PASSWORD, { ping: 1 })).rejects.toMatchObject({ code: 18 });
    await expect(ask("uptide", MONGO_PASSWORD, { dropDatabase: 1 })).rejects.toMatchObject({ code: 13 });
  });
});

describe("a mongodb check", () => {
  it("signs in, pings and reports the time", async () => {
    const answer = await check();
    expect(answer.message).toBe(`Responded in ${answer.responseMs} ms.`);
    expect(answer.status).toBe("up");
    expect(answer.steps.map(({ label }) => label)).toEqual([
      `Connect to 127.0.0.1:${server().port}`,
      "Log in",
      "Query",
    ]);
    expect(server().commands.slice(-4)).toEqual([
      { name: "hello", database: "admin" },
      { name: "saslStart", database: "shop" },
      { name: "saslContinue", database: "shop" },
      { name: "ping", database: "shop" },
    ]);
  });

  it("pings without a user", async () => {
    expect(await check({ user: "", password: "", database: "", expectedResult: "1" })).toMatchObject({
      status: "up",
    });
    expect(server().commands.at(-1)).toEqual({ name: "ping", database: "admin" });
  });

  it.each(["old", "x=509,cn"])("signs in as %s", async (user) => {
    expect((await check({ user })).message).toMatch(/^Responded in/);
  });

  it("signs in as an admin when no database is given", async () => {
    expect((await check({ user: "root", database: "" })).message).toMatch(/^Responded in/);
  });

  it("sends no query to a server that doesn't prove it knows the password", async () => {
    const impostor = await startMongoServer({ isImpostor: true });
    const { status, message } = await check({ port: impostor.port });
    await impostor.stop();
    expect(status).toBe("down");
    expect(message).toMatch(/^Log in: The server did not prove that it knows the password/);
    expect(impostor.commands.at(-1)?.name).toBe("saslContinue");
  });

  it("signs in to servers before 4.4, which expect an additional empty message", async () => {
    const before44 = await startMongoServer({ wantsEmptyTurn: true });
    const { message } = await check({ port: before44.port });
    await before44.stop();
    expect(message).toMatch(/^Responded in/);
    expect(before44.commands.filter(({ name }) => name === "saslContinue")).toHaveLength(2);
  });

  it.each(Object.entries(MONGO_SAMPLES).map(([name, [, text]]) => [name, text] as const))(
    "reads %s as text",
    async (name, text) => {
      const asked = command({ sample: name });
      if (text === null) {
        expect((await check({ ...asked, expectedResult: "x" })).message).toBe('Expected "x", got NULL.');
      } else expect(await check({ ...asked, expectedResult: text })).toMatchObject({ status: "up" });
    },
  );

  it.each([
    [{ count: "orders" }, "3"],
    [{ find: "orders", limit: 1 }, "12"],
    [{ find: "ids" }, "5"],
    [
      { echo: { a: 1, b: -2147483649, c: 0.5, d: [true, null, "é"], e: {} } },
      '{"a":{"$numberInt":"1"},"b":{"$numberLong":"-2147483649"},"c":{"$numberDouble":"0.5"},"d":[true,null,"é"],"e":{}}',
    ],
  ])("finds the first value of %j", async (asked, expectedResult) => {
    const { message, status } = await check({ ...command(asked), expectedResult });
    expect(message).toMatch(/^Returned "/);
    expect(status).toBe("up");
  });

  it.each([
    [{ count: "orders" }, 'Expected "nothing", got "3".'],
    [{ find: "empty" }, 'Expected "nothing", got no row.'],
  ])("is degraded when %j returns another value", async (asked, message) => {
    const answer = await check({ ...command(asked), expectedResult: "nothing" });
    expect(answer).toMatchObject({ status: "degraded", message });
  });

  it.each([
    [
      { password: "Wrong-4711" },
      'Log in: The server reported "Authentication failed." (18 AuthenticationFailed): check the user, password and authentication database.',
    ],
    [
      { database: "nosuch" },
      'Log in: The server reported "Authentication failed." (18 AuthenticationFailed): check the user, password and authentication database.',
    ],
    [{ user: "keyless" }, "Log in: The server has no SCRAM password for this user: set one."],
    [
      command({ dropDatabase: 1 }),
      'Query: The server reported "not authorized on shop to execute command { dropDatabase: 1 }" (13 Unauthorized): grant the user this permission.',
    ],
    [
      { user: "", ...command({ count: "orders" }) },
      'Query: The server reported "command count requires authentication" (13 Unauthorized): grant the user this permission.',
    ],
    [
      command({ nosuch: 1 }),
      "Query: The server reported \"no such command: 'nosuch'\" (59 CommandNotFound): check the query.",
    ],
    [
      command({ large: 1 }),
      "Query: The response has 200029 bytes, but checks read at most 65536: request less.",
    ],
  ])("is down with %j", async (config, message) => {
    expect(await check(config)).toMatchObject({ status: "down", responseMs: null, message });
  });

  itTellsARefusedConnection("127.0.0.1", check);

  it("reports another protocol", async () => {
    const peer = await startTcp((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    const { message } = await check({ port: peer.port });
    await peer.stop();
    expect(message).toBe("Log in: The server violated the MongoDB protocol: its response can't be read.");
  });
});

describe("a mongodb check with a connection string", () => {
  const secret = encodeURIComponent(MONGO_PASSWORD);

  it.each([
    ["user, password and database", (place: string) => `mongodb://uptide:${secret}@${place}/shop`],
    [
      "several hosts, using the first",
      (place: string) => `mongodb://uptide:${secret}@${place},nosuch.invalid:1/shop?replicaSet=rs`,
    ],
    ["authSource", (place: string) => `mongodb://root:${secret}@${place}/shop?authSource=admin`],
    [
      "authMechanism",
      (place: string) => `mongodb://uptide:${secret}@${place}/shop?authMechanism=SCRAM-SHA-1`,
    ],
    ["no user", (place: string) => `mongodb://${place}`],
  ])("accepts %s", async (_, format) => {
    expect((await checkBy(format(`127.0.0.1:${server().port}`))).message).toMatch(/^Responded in/);
  });

  itSaysWhatIsWrongWith(checkBy, [
    ["mongodb+srv://u:Hunter-4711@c.test/shop", "mongodb+srv isn't supported"],
    ["mongodb://u:Hunter-4711@/shop", "can't be read"],
    ["Hunter-4711", "can't be read"],
  ]);

  it("rejects an authMechanism that would reveal the password", async () => {
    const { message } = await checkBy(
      `mongodb://uptide:${secret}@127.0.0.1:${server().port}/shop?authMechanism=PLAIN`,
    );
    expect(message).toMatch(/^Log in: Unsupported authMechanism in the connection string/);
    expect(server().commands.at(-1)?.name).toBe("hello");
  });
});

describeWith(OPENSSL)("a mongodb check with TLS", () => {
  const secret = encodeURIComponent(MONGO_PASSWORD);
  const trust = useTrust();
  const secured = useServer(() => startMongoServer({ pair: trust.pairs.server }));

  it.each(["ca", "verify-none"])("connects with tls set to %s", async (tls) => {
    const caCert = tls === "ca" ? readFileSync(trust.pairs.authority.cert, "utf8") : undefined;
    const answer = await check({ port: secured().port, tls, caCert });
    expect(answer.message).toMatch(/^Responded in/);
    expect(answer.certificate).toMatchObject({ subject: "CN=server", issuer: "CN=authority" });
  });

  it("connects to a publicly trusted server", async () => {
    const config = { host: "localhost", port: secured().port, ...account, tls: "on" };
    const answer = await trust.check({ type: "mongodb", config, timeoutMs: 30_000 });
    expect(answer.message).toMatch(/^Responded in/);
  });

  it("sends nothing to an untrusted server, even if the connection string disables TLS", async () => {
    const before = secured().commands.length;
    const text = `mongodb://uptide:${secret}@127.0.0.1:${secured().port}/shop?tls=false`;
    const answer = await checkBy(text, { tls: "on" });
    expect(answer.status).toBe("down");
    expect(answer.isOwnFault).toBe(false);
    expect(secured().commands).toHaveLength(before);
  });

  it.each(["tls=true", "ssl=true", "tls=true&tlsInsecure=true"])(
    "enforces the TLS options of a connection string: %s",
    async (options) => {
      const before = server().commands.length;
      const plain = await checkBy(`mongodb://uptide:${secret}@127.0.0.1:${server().port}/shop?${options}`);
      expect(plain.status).toBe("down");
      expect(server().commands).toHaveLength(before);
      const { status } = await checkBy(
        `mongodb://uptide:${secret}@127.0.0.1:${secured().port}/shop?${options}`,
      );
      expect(status).toBe(options.includes("Insecure") ? "up" : "down");
    },
  );

  it("reports a server that requires TLS when TLS is off", async () => {
    const { message } = await check({ port: secured().port });
    expect(message).toMatch(/^Log in: The server (?:closed the connection|violated the MongoDB protocol)/);
  });
});

describe("a mongodb check of a hostile server", () => {
  const find = (config: object) => ({ type: "mongodb", config: configOf(config), secrets: [MONGO_PASSWORD] });
  const nobody = { user: undefined, password: undefined };

  describeHostile(() => find(command({ find: "orders" })), {
    // A sign-in takes thousands of hashes, and reading is the same without one.
    runs: 1000,
    findCheap: () => find({ ...nobody, ...command({ ping: 1 }) }),
  });
});
