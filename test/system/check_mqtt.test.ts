import { describe, expect, it } from "vitest";
import { describeHostile } from "./hostile_servers.ts";
import { describeWith } from "./needs.ts";
import { itSpeaksTls, itTellsARefusedConnection } from "./service_cases.ts";
import { OPENSSL, startTcp } from "./tls_peer.ts";
import { checkOf, useKeep, useProber, useServer, useTrust } from "./up/fixture.ts";
import { MOSQUITTO, startMosquitto } from "./up/mosquitto.ts";

const PASSWORD = "correct-horse";
const WRONG_PASSWORD = "battery-staple";

describeWith(MOSQUITTO, OPENSSL)("an mqtt check", () => {
  const own = { user: "monitor", password: PASSWORD };
  const trust = useTrust();
  const server = useServer(() => startMosquitto(trust, own));
  const check = checkOf(trust, "mqtt", (more) => ({ host: "localhost", port: server().port, ...more }));

  it("is up with the right password", async () => {
    const answer = await check(own);
    expect(answer.message).toBe(`Responded to a ping over MQTT 5 in ${answer.responseMs} ms.`);
    expect(answer.steps.map(({ label }) => label)).toEqual([
      `Connect to localhost:${server().port}`,
      "Log in with MQTT 5",
      "Ping",
    ]);
  });

  it.each([{}, { ...own, password: WRONG_PASSWORD }, { ...own, user: "nobody" }, { password: PASSWORD }])(
    "is down with %j",
    async (config) => {
      const answer = await check(config);
      expect(answer.message).toMatch(
        /^Log in with MQTT 5: The server refused the connection: .*check the user, the password/,
      );
      expect(answer).toMatchObject({ status: "down", responseMs: null });
      expect(JSON.stringify(answer)).not.toContain(WRONG_PASSWORD);
    },
  );

  itTellsARefusedConnection("localhost", check);

  itSpeaksTls("speaks TLS", {
    trust,
    check: (tls) => check({ ...own, port: server().tlsPort, ...tls }),
    told: /^Responded to a ping over MQTT 5 in /,
  });

  it("does not log in without the configured TLS", async () => {
    const plain = await check({ ...own, tls: "on" });
    expect(plain.message).toBe(
      `localhost:${server().port} closed the connection before TLS started: it may not use TLS on this port.`,
    );
    expect(plain.steps.map(({ label }) => label)).not.toContain("Log in with MQTT 5");
    expect((await check({ ...own, port: server().tlsPort })).message).toMatch(
      /^Log in with MQTT (5|3\.1\.1): The server .*TLS.* port/,
    );
  });

  describeHostile(() => ({
    type: "mqtt",
    config: { host: "127.0.0.1", port: server().port, ...own },
    secrets: [PASSWORD],
  }));
});

describe("an mqtt check of a simulated broker", () => {
  const prober = useProber();
  const keep = useKeep();

  /** Answers CONNECT for its protocol version and every ping. Disconnects a client that it has no answer for. */
  async function checkBroker(answers: Record<number, string>): Promise<string> {
    const peer = await keep(
      startTcp((socket) =>
        socket.on("data", (data) => {
          const answer = data[0] === 0x10 ? answers[data[8] ?? 0] : "d000";
          if (answer === undefined) socket.end();
          else socket.write(Buffer.from(answer, "hex"));
        }),
      ),
    );
    const config = { host: "127.0.0.1", port: peer.port, password: PASSWORD };
    return (await prober.check({ type: "mqtt", config, timeoutMs: 30_000 })).message;
  }

  it.each<[string, string | undefined]>([
    ["with an MQTT 5 reply", "2003008400"],
    ["with an MQTT 3.1.1 reply", "20020001"],
    ["by closing the connection", undefined],
  ])("falls back to 3.1.1 when 5 is refused %s", async (_, refusal) => {
    const answers = { 4: "20020000", ...(refusal && { 5: refusal }) };
    expect(await checkBroker(answers)).toMatch(/^Responded to a ping over MQTT 3\.1\.1 in \d+ ms\.$/);
  });

  it.each<[string, string, string]>([
    ["0x86", "2003008600", "The server refused the connection: wrong user or password."],
    ["0x8a with a reason string", "200900 8a 06 1f 0003 4e6f21", 'this client is banned (it says "No!").'],
    [
      "a reason string after other properties",
      "201500 89 12 22 000a 24 01 26 0001 61 0001 62 1f 0003 4e6f21",
      'it is busy: try later (it says "No!").',
    ],
    ["0xc8", "200300c800", "reason code 200."],
    ["0x05 of 3.1.1", "20020005", "this user may not connect: check the user, the password"],
    [
      "another protocol",
      "485454502f312e31",
      "The server violated the MQTT protocol: its response can't be read.",
    ],
    ["an endless length", "20ffffffffff", "its response can't be read."],
    ["malformed properties", "2005008a05 1f00", "its list of properties can't be read."],
  ])("reports %s", async (_, answer, message) => {
    expect(await checkBroker({ 5: answer.replaceAll(" ", "") })).toContain(message);
  });

  it("reports a broker that supports neither version", async () => {
    expect(await checkBroker({ 5: "2003008400", 4: "20020001" })).toBe(
      "Log in with MQTT 3.1.1: The server refused the connection: it doesn't support this MQTT version.",
    );
  });
});
