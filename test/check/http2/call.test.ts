import { createServer, type Http2Server, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { callHttp2, openHttp2 } from "../../../src/check/http2/call.ts";
import { quote } from "../../../src/check/quote.ts";
import type { Wire } from "../../../src/check/wire/wire.ts";
import { utf8 } from "../../../src/lib/bytes.ts";
import { makeLine } from "../../../src/lib/wire/dial.ts";
import { connectNode } from "../tls/node_socket.ts";

let server: Http2Server;

afterEach(() => server.close());

async function call(serve: (stream: ServerHttp2Stream, headers: Record<string, unknown>) => void) {
  server = createServer();
  server.on("stream", serve);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const socket = connectNode({ hostname: "127.0.0.1", port });
  try {
    const line = makeLine(socket, { signal: AbortSignal.timeout(20_000), maxBytes: 262_144 });
    const wire: Wire = { ...line, isEncrypted: false, openMs: 0, step: (_, work) => work() };
    await openHttp2(wire);
    const fields = [
      [":method", "POST"],
      [":scheme", "http"],
      [":path", "/ask"],
      [":authority", "a.test"],
      ["x-mine", "żółw".repeat(100)],
    ] as const;
    return await callHttp2(wire, { fields, body: utf8("question") });
  } finally {
    await socket.close();
  }
}

describe("callHttp2 with Node's server", () => {
  it("sends a request, and reads headers, body and trailers", async () => {
    const seen: unknown[] = [];
    const { fields, body } = await call(async (stream, headers) => {
      seen.push(headers[":path"], Buffer.from(String(headers["x-mine"]), "latin1").toString());
      seen.push(Buffer.concat(await stream.toArray()).toString());
      stream.additionalHeaders({ ":status": 103 });
      stream.respond({ ":status": 200, "x-head": "1" }, { waitForTrailers: true });
      stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
      stream.end("answer");
    });
    expect(seen).toEqual(["/ask", "żółw".repeat(100), "question"]);
    expect([fields.get(":status"), fields.get("x-head"), fields.get("grpc-status")]).toEqual([
      "200",
      "1",
      "0",
    ]);
    expect(Buffer.from(body).toString()).toBe("answer");
  });

  it("reads every byte allowed in a header, with Huffman coding", async () => {
    const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("");
    const wide = Array.from({ length: 30 }, (_, i) => String.fromCodePoint(0xa0 + i * 67, 0x800 + i * 1800));
    // Huffman coding is used only if it makes the text shorter, and rare characters have codes longer than 8 bits.
    const text = `x${ascii}${wide.join("")}${"a".repeat(2000)}`;
    const { fields } = await call((stream) =>
      stream.respond({ "x-text": Buffer.from(text).toString("latin1") }, { endStream: true }),
    );
    expect(fields.get("x-text")).toBe(text);
  });

  it("joins headers from several frames", async () => {
    const value = "~".repeat(12_000);
    const { fields } = await call((stream) =>
      stream.respond({ "x-a": value, "x-b": value }, { endStream: true }),
    );
    expect([fields.get("x-a"), fields.get("x-b")]).toEqual([value, value]);
  });

  it.each<[string, (stream: ServerHttp2Stream) => void, string]>([
    ["resets", (stream) => stream.close(8), "The server cancelled the request (CANCEL)."],
    [
      "sends GOAWAY",
      (stream) => stream.session?.goaway(11, 0, Buffer.from("too many\npings")),
      `The server closed the connection (ENHANCE_YOUR_CALM: ${quote("too many\npings")}).`,
    ],
    [
      "sends a response that is too large",
      (stream) => {
        stream.respond({});
        stream.end(Buffer.alloc(20_000));
      },
      "The server sent more than the 16384 bytes allowed.",
    ],
  ])("reports a server that %s", async (_, serve, told) => {
    await expect(call(serve)).rejects.toThrow(told);
  });

  it("answers pings, and accepts a GOAWAY that still allows the request", async () => {
    const { fields } = await call((stream) => {
      stream.session?.ping((error) => {
        stream.session?.goaway(0, 1);
        stream.respond({ "x-ping": error ? "lost" : "back" }, { endStream: true });
      });
    });
    expect(fields.get("x-ping")).toBe("back");
  });
});
