import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { makeEventParser, makeEventStream, type StreamEvent } from "../../../web/lib/event_stream.ts";
import { STALL_MS } from "../../../web/lib/retry.ts";

describe("makeEventParser", () => {
  it("emits whole events, however they are split", () => {
    const text =
      'retry: 2000\n\nid: 7\nevent: hello\ndata: {"version":"a: b"}\n\n: ping\n\ndata: x\n\nid: 9\n';
    for (const size of [1, 3, 1000]) {
      const taken: StreamEvent[] = [];
      const parse = makeEventParser((event) => taken.push(event));
      for (let at = 0; at < text.length; at += size) parse(text.slice(at, at + size));
      expect(taken).toEqual([
        { id: "7", event: "hello", data: '{"version":"a: b"}' },
        { id: "", event: "message", data: "x" },
      ]);
    }
  });
});

describe("makeEventStream", () => {
  let server: Server;

  afterEach(() => {
    vi.useRealTimers();
    server.closeAllConnections();
    server.close();
  });

  async function serve(answer: (count: number) => number): Promise<string> {
    let count = 0;
    server = createServer((_request, response) => {
      const status = answer(++count);
      response.writeHead(status, { "Content-Type": "text/event-stream" });
      response.write(`id: ${count}\nevent: hello\ndata: {}\n\n`);
      if (status !== 200 || count === 1) response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  it("reconnects after a lost connection, and reports it", async () => {
    const address = await serve(() => 200);
    const story: string[] = [];
    await new Promise<void>((resolve) => {
      const stream = makeEventStream({
        address: () => address,
        onBytes: () => {},
        lost: () => story.push("lost"),
        take({ id }) {
          story.push(id);
          if (id === "2") resolve(stream.close());
        },
      });
      stream.open();
    });
    expect(story).toEqual(["1", "lost", "2"]);
  });

  it("reports the status when it is refused", async () => {
    const address = await serve(() => 429);
    const status = await new Promise<number>((resolve) => {
      const stream = makeEventStream({
        address: () => address,
        onBytes: () => {},
        take: () => {},
        refused(status) {
          stream.close();
          resolve(status);
        },
      });
      stream.open();
    });
    expect(status).toBe(429);
  });

  it("times out a dead stream, and reconnects after the server's delay", async () => {
    server = createServer((_request, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write("event: hello\ndata: {}\n\n");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const story: string[] = [];
    const { promise: isBack, resolve: tellBack } = Promise.withResolvers<void>();
    const stream = makeEventStream({
      address: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      onBytes: () => {},
      lost: () => story.push("lost"),
      async ready() {
        story.push("ready");
        // The stream schedules its next attempt after this response.
        setImmediate(() => vi.runOnlyPendingTimers());
      },
      take({ event }) {
        story.push(event);
        if (story.length === 1) setImmediate(() => vi.advanceTimersByTime(STALL_MS));
        else tellBack(stream.close());
      },
    });
    stream.open();
    await isBack;
    expect(story).toEqual(["hello", "lost", "ready", "hello"]);
  });
});
