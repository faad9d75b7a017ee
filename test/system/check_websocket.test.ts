import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import type { WebSocket } from "ws";
import { makeChance } from "../check/tls/mutate.ts";
import { startHttp } from "./http_peer.ts";
import { describeWith } from "./needs.ts";
import { makeCertificate, OPENSSL, startTcp } from "./tls_peer.ts";
import { checkOf, useKeep, useProber, useTrust } from "./up/fixture.ts";
import { frame, startRawWebSockets, startWebSockets } from "./web_socket_peer.ts";

const prober = useProber();
const keep = useKeep();
const check = checkOf(prober, "websocket", (config) => config);

const urlOf = ({ port }: { port: number }) => `ws://127.0.0.1:${port}/live`;

const echo = (socket: WebSocket) =>
  socket.on("message", (data, isBinary) => socket.send(data, { binary: isBinary }));

describe("a websocket check", () => {
  it("opens and closes the connection properly", async () => {
    const closed = Promise.withResolvers<number>();
    const peer = await keep(startWebSockets((socket) => socket.once("close", closed.resolve)));
    const answer = await check({ url: urlOf(peer) });
    expect(answer).toMatchObject({ status: "up", isOwnFault: false });
    expect(answer.message).toBe(`Connected in ${answer.responseMs} ms.`);
    expect(await closed.promise).toBe(1000);
  });

  it("sends a message and finds the expected text, with headers and a subprotocol", async () => {
    const asked: unknown[] = [];
    const peer = await keep(
      startWebSockets((socket, { headers, url }) => {
        asked.push(url, headers["x-api-key"], headers["sec-websocket-protocol"], headers["user-agent"]);
        socket.send("hello");
        echo(socket);
      }),
    );
    const config = { url: urlOf(peer), headers: { "X-Api-Key": "k" }, subprotocol: "chat.v2" };
    const answer = await check({ ...config, send: "are you well? żółw", expect: "well? żó" });
    expect(answer).toMatchObject({ status: "up" });
    expect(answer.message).toBe(`Got the expected message in ${answer.responseMs} ms.`);
    expect(asked).toEqual(["/live", "k", "chat.v2", "Uptide"]);
  });

  it("sends the user and password of the URL", async () => {
    const asked: unknown[] = [];
    const peer = await keep(startWebSockets((_, { headers }) => asked.push(headers.authorization)));
    await check({ url: `ws://a%40b:c@127.0.0.1:${peer.port}/` });
    expect(asked).toEqual([`Basic ${btoa("a@b:c")}`]);
  });

  it.each<[string, (socket: Socket) => void]>([
    [
      "fragmented, with a ping between its parts",
      (socket) =>
        socket.write(
          Buffer.concat([
            frame(1, "re", false),
            frame(9, "still there?"),
            frame(0, "ad", false),
            frame(0, "y!"),
          ]),
        ),
    ],
    ["binary", (socket) => socket.write(frame(2, Buffer.from("\0ready!\xff", "latin1")))],
    ["sent byte by byte", (socket) => void writeSlowly(socket, frame(1, "ready!"))],
    [
      "the last before a close",
      (socket) => socket.end(Buffer.concat([frame(1, "ready!"), frame(8, "\x03\xe8")])),
    ],
  ])("accepts a message that is %s", async (_, serve) => {
    const peer = await keep(startRawWebSockets(serve));
    expect(await check({ url: urlOf(peer), expect: "ready!" })).toMatchObject({ status: "up" });
  });

  it("accepts a message from a server that offers compression", async () => {
    const peer = await keep(startWebSockets(echo, { perMessageDeflate: { threshold: 0 } }));
    const config = { url: urlOf(peer), send: "ready! ".repeat(500), expect: "ready! ready!" };
    expect(await check(config)).toMatchObject({ status: "up" });
  });

  it("responds to a ping while it waits", async () => {
    const peer = await keep(
      startWebSockets((socket) => {
        socket.once("pong", (data) => socket.send(`pong ${data}`));
        socket.ping("beat");
      }),
    );
    expect(await check({ url: urlOf(peer), expect: "pong beat" })).toMatchObject({ status: "up" });
  });
});

async function writeSlowly(socket: Socket, bytes: Buffer): Promise<void> {
  socket.setNoDelay(true);
  for (const byte of bytes) await new Promise((resolve) => socket.write(Buffer.from([byte]), resolve));
}

describe("a websocket check of a server that responds unexpectedly", () => {
  it.each<[string, (socket: WebSocket) => void, string]>([
    [
      "closes with a code and a reason",
      (socket) => socket.close(1008, "no seat left"),
      'got nothing, then the server closed it with code 1008: "no seat left".',
    ],
    ["closes without a code", (socket) => socket.close(), "got nothing, then the server closed it."],
    [
      "drops the connection",
      (socket) => {
        socket.send("wait");
        socket.once("pong", () => socket.terminate());
        socket.ping();
      },
      'got "wait", then the server closed the connection without a close frame.',
    ],
    ["sends another message", (socket) => socket.send("busy\nnow"), 'got "busy now" within 400 ms.'],
    ["is silent", () => undefined, "got nothing within 400 ms."],
  ])("reports a server that %s", async (_, serve, told) => {
    const peer = await keep(startWebSockets(serve));
    const timeoutMs = told.includes("within") ? 400 : 30_000;
    const answer = await check({ url: urlOf(peer), expect: "ready" }, timeoutMs);
    expect(answer).toMatchObject({ status: "down", responseMs: null, isOwnFault: false });
    expect(answer.message).toBe(`Expected "ready", ${told}`);
  });

  it.each<[string, (socket: Socket) => void]>([
    ["a masked frame", (socket) => socket.write(Buffer.from([0x81, 0x81, 1, 2, 3, 4, 5]))],
    ["an unknown opcode", (socket) => socket.write(frame(3, "x"))],
    ["text that is not UTF-8", (socket) => socket.write(frame(1, Buffer.from([0xff, 0xfe])))],
    ["compression that was not negotiated", (socket) => socket.write(Buffer.from([0xc1, 1, 0]))],
    [
      "a length of a gigabyte",
      (socket) => socket.write(Buffer.from([0x82, 127, 0, 0, 0, 0, 0x40, 0, 0, 0, 1])),
    ],
  ])("reports %s", async (_, serve) => {
    const peer = await keep(startRawWebSockets(serve));
    const answer = await check({ url: urlOf(peer), expect: "ready" }, 1000);
    expect(answer).toMatchObject({ status: "down", isOwnFault: false });
    expect(answer.message).toMatch(/^Expected "ready", got .+\.$/);
  });

  it("reads only a limited part of endless messages", async () => {
    let sent = 0;
    const block = frame(2, Buffer.alloc(16 * 1024, "x"));
    const peer = await keep(
      startRawWebSockets((socket) => {
        const pour = () => {
          while (!socket.destroyed && socket.write(block)) sent += block.length;
          socket.once("drain", pour);
        };
        pour();
      }),
    );
    const answer = await check({ url: urlOf(peer), expect: "needle" });
    expect(answer.message).toMatch(/^Expected "needle", got "x+…" and more\.$/);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it("handles damaged frames", { timeout: 240_000 }, async () => {
    const chance = makeChance(13);
    const good = Buffer.concat([frame(1, "hel", false), frame(9, "p"), frame(0, "lo"), frame(8, "\x03\xe8")]);
    const peer = await keep(
      startRawWebSockets((socket) => {
        const damaged = Buffer.from(good);
        for (let i = chance(4); i >= 0; i--) damaged[chance(damaged.length)]! ^= 1 << chance(8);
        socket.end(damaged.subarray(0, 1 + chance(damaged.length)));
      }),
    );
    for (let round = 0; round < 125; round++) {
      const answers = await Promise.all(
        Array.from({ length: 40 }, () => check({ url: urlOf(peer), expect: "hello" })),
      );
      for (const { message, isOwnFault } of answers) {
        expect(isOwnFault, message).toBe(false);
        expect(message).toMatch(/^(Expected "hello", got .+|Got the expected message in \d+ ms)\.$/s);
      }
    }
  });
});

describe("a websocket check that is rejected", () => {
  it.each<[number, Record<string, string>, string]>([
    [200, {}, "Expected a WebSocket (status 101), got 200: this address serves a web page, check the path."],
    [401, {}, "Expected a WebSocket (status 101), got 401: check the credential headers."],
    [404, {}, "Expected a WebSocket (status 101), got 404: check the path of the address."],
    [426, {}, "Expected a WebSocket (status 101), got 426."],
    [500, {}, "Expected a WebSocket (status 101), got 500."],
    [
      302,
      { Location: "https://other.test/live" },
      'The server redirects to "https://other.test/live" (302): enter the final address.',
    ],
  ])("reports a status of %i", async (status, headers, told) => {
    const peer = await keep(startHttp((_, response) => response.writeHead(status, headers).end("no")));
    const answer = await check({ url: urlOf(peer), expect: "x" });
    expect(answer).toMatchObject({ status: "down", responseMs: null, message: told });
  });

  it("reports a subprotocol that the server does not choose", async () => {
    const none = await keep(startWebSockets(echo, { handleProtocols: () => false }));
    expect((await check({ url: urlOf(none), subprotocol: "mqtt" })).message).toBe(
      'Expected the subprotocol "mqtt", but the server chose none.',
    );
  });

  it("reports a refused connection", async () => {
    const { port, stop } = await startTcp(() => undefined);
    await stop();
    expect((await check({ url: urlOf({ port }) })).message).toBe(`127.0.0.1:${port} refused the connection.`);
  });

  it.each<[string, (socket: Socket) => void, RegExp]>([
    ["closes at once", (socket) => socket.end(), /closed the connection before responding\.$/],
    [
      "closes during its headers",
      (socket) => socket.once("data", () => socket.end("HTTP/1.1 101 Sw")),
      /\.$/,
    ],
    [
      "speaks another protocol",
      (socket) => socket.once("data", () => socket.end("-ERR\r\n\r\n")),
      /isn't HTTP\.$/,
    ],
    [
      "accepts with the wrong key",
      (socket) =>
        socket.once("data", () =>
          socket.end(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: AAAA\r\n\r\n",
          ),
        ),
      /\.$/,
    ],
    ["is silent", () => undefined, /^Connected to 127\.0\.0\.1:\d+, but no response within 600 ms\.$/],
  ])("reports a server that %s", async (_, serve, told) => {
    const peer = await keep(startTcp(serve));
    const answer = await check({ url: urlOf(peer) }, told.source.includes("600") ? 600 : 30_000);
    expect(answer).toMatchObject({ status: "down", isOwnFault: false });
    expect(answer.message).toMatch(told);
  });

  it("hides a secret that the server repeats", async () => {
    const peer = await keep(
      startWebSockets((socket, { headers }) => socket.close(1008, String(headers["x-api-key"]))),
    );
    const config = { url: urlOf(peer), headers: { "X-Api-Key": "hunter22" }, expect: "x" };
    const answer = await check(config);
    expect(JSON.stringify(answer)).not.toContain("hunter22");
    expect(answer.message).toContain("[hidden]");
  });
});

describeWith(OPENSSL)("a websocket check with TLS", () => {
  const trust = useTrust();

  const checkSecured = (port: number, shouldReadCertificate = false) => {
    const config = { url: `wss://localhost:${port}/`, send: "hello", expect: "hello" };
    return trust.check({ type: "websocket", config, timeoutMs: 30_000, shouldReadCertificate });
  };

  it("verifies the certificate, and reads it when configured", async () => {
    const peer = await keep(startWebSockets(echo, { pair: trust.pairs.server }));
    expect(await checkSecured(peer.port)).not.toHaveProperty("certificate");
    expect(await checkSecured(peer.port, true)).toMatchObject({
      status: "up",
      certificate: { host: "localhost", subject: "CN=server", issuer: "CN=authority" },
    });
  });

  it("reports an untrusted certificate", async () => {
    const pair = makeCertificate(trust.folder, { name: "own", names: "DNS:localhost,IP:127.0.0.1" });
    const peer = await keep(startWebSockets(echo, { pair }));
    expect(await checkSecured(peer.port)).toMatchObject({
      status: "down",
      message: "The certificate of localhost is not trusted: it is self-signed.",
    });
  });

  it("reports a server without TLS, and a TLS server for a plain check", async () => {
    const plain = await keep(startWebSockets(echo));
    const answer = await checkSecured(plain.port);
    expect(answer).toMatchObject({ status: "down", isOwnFault: false });
    expect(answer.message).toMatch(/TLS/);
    const secured = await keep(startWebSockets(echo, { pair: trust.pairs.server }));
    expect(await check({ url: urlOf(secured) })).toMatchObject({ status: "down", isOwnFault: false });
  });
});
