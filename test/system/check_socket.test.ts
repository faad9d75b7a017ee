import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { startTcp } from "./tls_peer.ts";
import { useKeep, useProber } from "./up/fixture.ts";

const prober = useProber();
const keep = useKeep();

async function listen(serve: (socket: Socket) => void): Promise<number> {
  const peer = await keep(startTcp(serve));
  return peer.port;
}

async function findClosedPort(): Promise<number> {
  const { port, stop } = await startTcp(() => undefined);
  await stop();
  return port;
}

const check = (type: string, config: object, timeoutMs = 30_000) =>
  prober.check({ type, config: { host: "127.0.0.1", ...config }, timeoutMs });

describe("a ping check", () => {
  it("measures how long a connection takes", async () => {
    const answer = await check("ping", { port: await listen(() => undefined) });
    expect(answer.status).toBe("up");
    expect(answer.message).toBe(`Connected in ${answer.responseMs} ms.`);
  });

  it.each(["127.0.0.1", "localhost", "::1"])("reports a refused connection to %s", async (host) => {
    const port = await findClosedPort();
    const place = host.includes(":") ? `[${host}]` : host;
    expect(await check("ping", { host, port })).toMatchObject({
      status: "down",
      responseMs: null,
      message: `${place}:${port} refused the connection.`,
    });
  });

  it("reports a name that does not exist", async () => {
    expect((await check("ping", { host: "nosuch.invalid" })).message).toBe(
      "The name nosuch.invalid can't be found: check its spelling and its DNS records.",
    );
  });
});

describe("a tcp check", () => {
  it("sends text and expects a reply, with escapes for bytes", async () => {
    let got = "";
    const port = await listen((socket) =>
      socket.on("data", (data) => {
        got += data;
        if (!got.endsWith("\n")) return;
        for (const part of ["\0+PO", "NG\r\n"]) socket.write(part);
      }),
    );
    const config = { port, send: "PING\\x21\\r\\n", expect: "\\0+PONG\\r\\n" };
    expect(await check("tcp", config)).toMatchObject({ status: "up" });
    expect(got).toBe("PING!\r\n");
  });

  it("is up when the connection opens, without text to send or expect", async () => {
    expect(await check("tcp", { port: await listen(() => undefined) })).toMatchObject({ status: "up" });
  });

  it.each<[string, (socket: Socket) => void, string]>([
    [
      "closes",
      (socket) => socket.end("-ERR no\r\n"),
      'got "-ERR no", then the server closed the connection.',
    ],
    [
      "closes without a reply",
      (socket) => socket.end(),
      "got nothing, then the server closed the connection.",
    ],
    ["sends another reply", (socket) => socket.write("-ERR no\r\n"), 'got "-ERR no" within 400 ms.'],
    ["is silent", () => undefined, "got nothing within 400 ms."],
  ])("is down when the server %s instead", async (_, serve, told) => {
    const answer = await check("tcp", { port: await listen(serve), expect: "+PONG" }, 400);
    expect(answer).toMatchObject({ status: "down", responseMs: null, message: `Expected "+PONG", ${told}` });
  });

  it("reads only a little of an endless reply", async () => {
    let sent = 0;
    const port = await listen((socket) => {
      const block = Buffer.alloc(16 * 1024, "x");
      const pour = () => {
        while (!socket.destroyed && socket.write(block)) sent += block.length;
        socket.once("drain", pour);
      };
      pour();
    });
    const answer = await check("tcp", { port, expect: "needle" });
    expect(answer.message).toMatch(/^Expected "needle", got "x+…" and more\.$/);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });
});

describe("a check of a server that never finishes TLS", () => {
  it.each(["tcp", "tls"])("times out: %s", async (type) => {
    const port = await listen(() => undefined);
    const answer = await check(type, type === "tcp" ? { port, tls: "on" } : { port }, 500);
    const late = type === "tcp" ? "No connection to" : "No certificate from";
    expect(answer.message).toBe(`${late} 127.0.0.1:${port} within 500 ms.`);
  });

  it("reports another protocol", async () => {
    const port = await listen((socket) => socket.write("220 mail.test ESMTP\r\n"));
    expect((await check("tls", { port })).message).toBe(
      "The server didn't respond with TLS: it greets like an email or FTP server, which may want STARTTLS first.",
    );
  });
});

describe("a check that can't run", () => {
  it("is reported as the service's fault", async () => {
    expect(await prober.check({ type: "webhook", config: {}, timeoutMs: 1000 })).toMatchObject({
      isOwnFault: true,
    });
    expect(await prober.check({ type: "ping", config: {}, timeoutMs: 1000 })).toMatchObject({
      isOwnFault: true,
      message: "The settings don't match this version: open the monitor and save it again.",
    });
  });

  it("is reported as the service's fault when SECRET_KEY is missing", async () => {
    const config = { url: "http://127.0.0.1:9/", auth: { type: "bearer", bearer: { token: "v1.a.b.c" } } };
    const answer = await prober.check({ type: "https", key: "shop", config, timeoutMs: 1000 });
    expect(answer.isOwnFault).toBe(true);
    expect(answer.message).toMatch(/^SECRET_KEY is missing/);
  });
});
