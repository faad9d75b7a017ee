import { describe, expect, it } from "vitest";
import { probe } from "../../src/check/probe.ts";
import { connectNode } from "../check/tls/node_socket.ts";
import { startTcp } from "./tls_peer.ts";
import { useProber } from "./up/fixture.ts";

const PASSWORD = "s3cret-Passw0rd";

const message = (type: string, body: string) =>
  `${type}${String.fromCharCode(0, 0, 0, body.length + 4)}${body}`;

const mechanisms = (...names: string[]) =>
  message("R", `\0\0\0\x0a${names.map((name) => `${name}\0`).join("")}\0`);
const refusal = (code: string, why: string) => message("E", `SFATAL\0C${code}\0M${why}\0\0`);

const WANTS_CLEAR = message("R", "\0\0\0\x03");
const LETS_IN = message("R", "\0\0\0\0") + message("Z", "I");
const ONE =
  message("T", "\0\0") + message("D", "\0\x01\0\0\0\x011") + message("C", "SELECT 1\0") + message("Z", "I");

async function checkPlayed(host: string, parts: readonly string[]) {
  let received = "";
  const left = [...parts];
  const peer = await startTcp((socket) =>
    socket.on("data", (data) => {
      received += data.toString("latin1");
      socket.write(Buffer.from(left.shift() ?? "", "latin1"));
    }),
  );
  const connect = () => {
    const socket = connectNode({ hostname: "127.0.0.1", port: peer.port });
    return { ...socket, opened: Promise.resolve() };
  };
  const config = { host, user: "reader", password: PASSWORD };
  const deps = { connect, fetch, now: () => Date.now() };
  const answer = await probe({ type: "postgresql", config, timeoutMs: 30_000 }, deps);
  await peer.stop();
  return { answer, received };
}

describe("a postgresql check", () => {
  it("sends a clear password over the network only under TLS", async () => {
    const { answer, received } = await checkPlayed("db.test", [WANTS_CLEAR, LETS_IN, ONE]);
    expect(answer.message).toBe(
      "Log in: The server requires the password in plain text, which is sent only over TLS: turn TLS on, or use scram-sha-256 on the server.",
    );
    expect(received).not.toContain(PASSWORD);
    const near = await checkPlayed("localhost", [WANTS_CLEAR, LETS_IN, ONE]);
    expect(near.answer).toMatchObject({ status: "up" });
    expect(near.received).toContain(PASSWORD);
  });

  it("retries without the settings that a pooler rejects", async () => {
    const why = "unsupported startup parameter: default_transaction_read_only";
    const { answer, received } = await checkPlayed("db.test", [refusal("08P01", why), LETS_IN, ONE]);
    expect(answer).toMatchObject({ status: "up" });
    expect(received.match(/user\0reader/g)).toHaveLength(2);
    expect(received.match(/default_transaction_read_only/g)).toHaveLength(1);
    // The server should end a query soon after the check does.
    expect(received).toContain("statement_timeout\x0031000\0");
  });

  it.each<[string, string, RegExp]>([
    [
      "is starting up",
      refusal("57P03", "the database system is starting up"),
      /^Log in: The server reported "FATAL: the database system is starting up" \(57P03\): it is starting,/,
    ],
    [
      "is a pooler",
      refusal("08P01", "SASL authentication failed"),
      /\(08P01\): check the user, password and database\.$/,
    ],
    [
      "accepts the login without its own proof",
      mechanisms("SCRAM-SHA-256") + LETS_IN,
      /did not prove that it knows the password/,
    ],
    [
      "supports only channel binding",
      mechanisms("SCRAM-SHA-256-PLUS"),
      /a SASL mechanism other than SCRAM-SHA-256/,
    ],
    ["requires SSPI", message("R", "\0\0\0\x09"), /^Log in: The server requires SSPI, which isn't supported/],
    [
      "requests the password during SCRAM",
      mechanisms("SCRAM-SHA-256") + message("R", "\0\0\0\x05salt"),
      /^Log in: The server violated the PostgreSQL protocol/,
    ],
    [
      "is a web server",
      "HTTP/1.1 400 Bad Request\r\n\r\n",
      /^Log in: The server violated the PostgreSQL protocol/,
    ],
  ])("reports a server that %s", async (_, said, told) => {
    const { answer, received } = await checkPlayed("db.test", [said]);
    expect(answer).toMatchObject({ status: "down", isOwnFault: false });
    expect(answer.message).toMatch(told);
    expect(received).not.toContain(PASSWORD);
  });
});

describe("the TLS request of a postgresql check", () => {
  const prober = useProber();

  async function check(answer: string, timeoutMs = 30_000) {
    const peer = await startTcp((socket) => {
      socket.once("data", () => (answer === "" ? socket.end() : socket.write(answer)));
    });
    const config = { host: "127.0.0.1", port: peer.port, tls: "on", password: PASSWORD };
    const { message: told } = await prober.check({ type: "postgresql", config, timeoutMs });
    await peer.stop();
    return told;
  }

  it.each([
    ["", "The server closed the connection without a response."],
    ["X", "This isn't a PostgreSQL server: check the host and port."],
    ["SS", "The server sent data before TLS started: the connection may be tampered with."],
  ])("fails with the reply %j", async (said, told) => {
    expect(await check(said)).toBe(`Start TLS: ${told}`);
  });

  it("times out when TLS never starts", async () => {
    expect(await check("S", 700)).toBe("Log in: no response within 700 ms.");
  });
});
