import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { describeHostile } from "./hostile_servers.ts";
import { describeWith } from "./needs.ts";
import { itSpeaksTls, itTellsARefusedConnection } from "./service_cases.ts";
import { makeCertificate, OPENSSL, startTcp } from "./tls_peer.ts";
import { checkOf, useServer, useTrust } from "./up/fixture.ts";
import { REDIS, startRedis } from "./up/redis.ts";

const PASSWORD = "correct horse";
const LONE_PASSWORD = "battery staple";
const WRONG_PASSWORD = "wrong-horse";

describeWith(REDIS, OPENSSL)("a redis check", () => {
  const trust = useTrust();
  const server = useServer(() =>
    startRedis(trust, [
      `user default on ">${LONE_PASSWORD}" ~* &* +@all`,
      `user monitor on ">${PASSWORD}" +auth +select +ping`,
      `user blind on ">${PASSWORD}" +auth`,
    ]),
  );
  const open = useServer(() => startRedis(trust));
  const check = checkOf(trust, "redis", (more) => ({ host: "localhost", port: server().port, ...more }));
  const own = { user: "monitor", password: PASSWORD };

  it.each<[string, object]>([
    ["with a user", own],
    ["with a password only", { password: LONE_PASSWORD }],
    ["in another database", { ...own, database: 3 }],
  ])("is up %s", async (_, config) => {
    const answer = await check(config);
    expect(answer.message).toBe(`Responded to a ping in ${answer.responseMs} ms.`);
    expect(answer.status).toBe("up");
  });

  it("is up without a login when none is needed, and reports an unnecessary one", async () => {
    expect(await check({ port: open().port })).toMatchObject({ status: "up" });
    expect((await check({ port: open().port, password: PASSWORD })).message).toMatch(
      /^Log in: The server returned "ERR AUTH .*: it has no password set: leave user and password empty\.$/,
    );
  });

  it.each<[object, RegExp]>([
    [{}, /^Ping: The server returned "NOAUTH [^"]*": it requires a password: enter it/],
    [
      { ...own, password: WRONG_PASSWORD },
      /^Log in: The server returned "WRONGPASS [^"]*": check the user and password\.$/,
    ],
    [{ ...own, user: "nobody" }, /^Log in: The server returned "WRONGPASS /],
    [
      { ...own, database: 1000 },
      /^Select the database: The server returned "ERR DB index[^"]*": check the database number\.$/,
    ],
    [{ ...own, user: "blind" }, /^Ping: The server returned "NOPERM [^"]*": grant this user permission/],
  ])("is down with %j", async (config, message) => {
    const answer = await check(config);
    expect(answer.message).toMatch(message);
    expect(answer).toMatchObject({ status: "down", responseMs: null });
    expect(JSON.stringify(answer)).not.toContain(PASSWORD);
    expect(JSON.stringify(answer)).not.toContain(WRONG_PASSWORD);
  });

  itTellsARefusedConnection("localhost", check);

  it("reports a loading server on one shortened line, hiding the repeated password", async () => {
    const peer = await startTcp((socket) =>
      socket.on("data", () => socket.write(`-LOADING\t${"x".repeat(66)} ${PASSWORD} and more\r\n`)),
    );
    const { message } = await check({ port: peer.port, ...own });
    await peer.stop();
    expect(message).toMatch(
      /^Log in: The server returned "LOADING x{66} \[hidd…": it is still loading its data/,
    );
  });

  it("reports another protocol", async () => {
    const peer = await startTcp((socket) => socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"));
    const { message } = await check({ port: peer.port });
    await peer.stop();
    expect(message).toBe("Ping: The server violated the Redis protocol: its response can't be read.");
  });

  itSpeaksTls("speaks TLS", {
    trust,
    check: (tls) => check({ ...own, port: server().tlsPort, ...tls }),
    told: /^Responded to a ping in /,
  });

  it("does not log in to a server of another authority", async () => {
    const other = makeCertificate(trust.folder, { name: "other", isAuthority: true });
    const caCert = readFileSync(other.cert, "utf8");
    const answer = await check({ ...own, port: server().tlsPort, tls: "ca", caCert });
    expect(answer.message).toMatch(/^The certificate isn't trusted: its issuer is unknown \(CN=authority\)/);
    expect(answer.steps.map(({ label }) => label)).not.toContain("Log in");
  });

  it("does not log in without the configured TLS", async () => {
    // Redis waits for a line end, which a TLS hello may lack.
    const plain = await check({ ...own, tls: "on" }, 1500);
    expect(plain.message).toMatch(/TLS|^No connection to localhost:\d+ within 1500 ms\.$/);
    expect(plain.steps.map(({ label }) => label)).not.toContain("Log in");
    expect((await check({ ...own, port: server().tlsPort })).message).toMatch(
      /^Log in: The server .*TLS.* port/,
    );
  });

  describeHostile(() => ({
    type: "redis",
    config: { host: "127.0.0.1", port: server().port, ...own, database: 3 },
    secrets: [PASSWORD],
  }));
});
