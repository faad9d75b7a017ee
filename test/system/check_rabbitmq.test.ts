import { expect, it } from "vitest";
import { describeHostile } from "./hostile_servers.ts";
import { describeWith } from "./needs.ts";
import { findWarnedCertificate, itSpeaksTls, itTellsARefusedConnection } from "./service_cases.ts";
import { OPENSSL } from "./tls_peer.ts";
import { checkOf, useServer, useTrust } from "./up/fixture.ts";
import { RABBITMQ, startRabbitmq } from "./up/rabbitmq.ts";

const PASSWORD = "correct-horse";
const WRONG_PASSWORD = "battery-staple";

describeWith(RABBITMQ, OPENSSL)("a rabbitmq check", () => {
  const own = { user: "monitor", password: PASSWORD };
  const trust = useTrust();
  const server = useServer(() => startRabbitmq(trust, own));
  const checkWithin = checkOf(trust, "rabbitmq", (more) => ({
    host: "localhost",
    port: server().port,
    ...more,
  }));
  const check = (config: object = {}) => checkWithin(config, 60_000);

  it("is up with the right password, and reports its steps", async () => {
    const answer = await check(own);
    expect(answer.message).toBe(`Opened and closed a connection in ${answer.responseMs} ms.`);
    expect(answer.steps.map(({ label }) => label)).toEqual([
      `Connect to localhost:${server().port}`,
      "Greeting",
      "Log in",
      "Open the virtual host",
      "Close",
    ]);
  });

  it.each<[object, RegExp]>([
    [
      { ...own, password: WRONG_PASSWORD },
      /^Log in: The server closed the connection with 403 "ACCESS_REFUSED[^"]*": check the user and password\.$/,
    ],
    [{}, /^Log in: The server closed the connection with 403 "ACCESS_REFUSED/],
    [
      { ...own, vhost: "nowhere" },
      /^Open the virtual host: The server closed the connection with 530 "NOT_ALLOWED - vhost nowhere not found": check the virtual host/,
    ],
  ])("is down with %j", async (config, message) => {
    const answer = await check(config);
    expect(answer.message).toMatch(message);
    expect(answer).toMatchObject({ status: "down", responseMs: null });
    expect(JSON.stringify(answer)).not.toContain(WRONG_PASSWORD);
  });

  itTellsARefusedConnection("localhost", check);

  it.each([
    [
      "another AMQP version",
      "414d515000010000",
      "Greeting: The server uses AMQP 1-0-0, but checks need 0-9-1.",
    ],
    [
      "another protocol",
      "485454502f312e312034303020",
      "Greeting: The server violated the AMQP 0-9-1 protocol: its response can't be read.",
    ],
    [
      "no password login",
      "01 0000 00000025 000a 000a 00 09 00000000 0000000e 45585445524e414c204f41555448 00000005 656e5f5553 ce",
      `Greeting: The server doesn't support user and password (PLAIN), only "EXTERNAL OAUTH".`,
    ],
  ])("reports a server with %s", async (_, answer, message) => {
    expect(await findWarnedCertificate((port) => check({ port, ...own }), answer)).toBe(message);
  });

  itSpeaksTls("speaks TLS", {
    trust,
    check: (tls) => check({ ...own, port: server().tlsPort, ...tls }),
    told: /^Opened and closed a connection in /,
  });

  it("does not log in without the configured TLS", async () => {
    const plain = await check({ ...own, tls: "on" });
    expect(plain.message).toMatch(/TLS/);
    expect(plain.steps.map(({ label }) => label)).not.toContain("Log in");
    expect((await check({ ...own, port: server().tlsPort })).message).toMatch(
      /^Greeting: The server .*TLS.* port/,
    );
  });

  describeHostile(() => ({
    type: "rabbitmq",
    config: { host: "127.0.0.1", port: server().port, ...own },
    secrets: [PASSWORD],
  }));
});
