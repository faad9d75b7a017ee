import { describe, expect, it } from "vitest";
import { utf8 } from "../../../src/lib/bytes.ts";
import { makeReader } from "../../../src/lib/wire/reader.ts";
import { makeScriptedSocket, type Script } from "../../check/tls/scripted_socket.ts";

function read(text: string, options: Script & { maxBytes?: number; signal?: AbortSignal } = {}) {
  const { maxBytes = 1000, signal, ...script } = options;
  return makeReader(makeScriptedSocket(utf8(text), script).readable, { maxBytes, signal });
}

describe("makeReader", () => {
  it.each([1, 2, 3, 100])(
    "reads lines, delimiters and lengths from chunks of %d bytes",
    async (chunkBytes) => {
      const reader = read("one\r\ntwo\n\nrest--x-end", { chunkBytes });
      expect(await reader.readLine()).toBe("one");
      expect(await reader.readLine()).toBe("two");
      expect(await reader.readLine()).toBe("");
      expect(await reader.readUntil(utf8("-x-"))).toEqual(utf8("rest-"));
      expect(await reader.readExactly(3)).toEqual(utf8("end"));
    },
  );

  it("keeps all bytes across many chunks", async () => {
    const text = Array.from({ length: 5000 }, (_, i) => `line ${i}`);
    const reader = read(`${text.join("\n")}\n`, { chunkBytes: 7, maxBytes: 100_000 });
    for (const line of text) expect(await reader.readLine()).toBe(line);
  });

  it("distinguishes a connection closed without a response from one closed partway through", async () => {
    await expect(read("").readExactly(1)).rejects.toMatchObject({
      fault: "closed",
      message: "The server closed the connection without a response.",
    });
    await expect(read("no newline").readLine()).rejects.toMatchObject({
      fault: "closed",
      message: "The server closed the connection before the response was complete.",
    });
  });

  it("reads up to the limit, and no further", async () => {
    const exact = read("12345\n78", { maxBytes: 8 });
    expect(await exact.readLine()).toBe("12345");
    expect(await exact.readExactly(2)).toEqual(utf8("78"));
    await expect(exact.readExactly(1)).rejects.toMatchObject({ fault: "too_large" });
    await expect(read("12345678\n", { maxBytes: 8 }).readLine()).rejects.toMatchObject({
      fault: "too_large",
    });
  });

  it("stops reading an endless line at the limit", async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1000;
        controller.enqueue(new Uint8Array(1000));
      },
    });
    await expect(makeReader(endless, { maxBytes: 10_000 }).readLine()).rejects.toMatchObject({
      fault: "too_large",
    });
    expect(sent).toBeLessThan(14_000);
  });

  it("returns received bytes without waiting", async () => {
    const reader = read("abcdef", { staysOpen: true });
    await reader.readExactly(2);
    expect(reader.readArrived()).toEqual(utf8("cdef"));
    expect(reader.readArrived()).toEqual(utf8(""));
  });

  it("ends a pending read when the signal aborts", async () => {
    const stop = new AbortController();
    const pending = read("", { staysOpen: true, signal: stop.signal }).readLine();
    stop.abort(new Error("enough"));
    await expect(pending).rejects.toMatchObject({
      fault: "aborted",
      message: "The server sent no response.",
      cause: new Error("enough"),
    });
  });

  it("reads nothing once the signal has aborted", async () => {
    await expect(read("line\n", { signal: AbortSignal.abort() }).readLine()).rejects.toMatchObject({
      fault: "aborted",
    });
  });

  it("reports the error that broke the connection", async () => {
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new Error("connect ECONNREFUSED")),
    });
    await expect(makeReader(broken, { maxBytes: 1 }).readExactly(1)).rejects.toMatchObject({
      fault: "broken",
      message: "The connection failed: connect ECONNREFUSED",
    });
  });

  it("releases the stream", async () => {
    const { readable } = makeScriptedSocket(utf8("ab"), { chunkBytes: 1 });
    const reader = makeReader(readable, { maxBytes: 1 });
    await reader.readExactly(1);
    reader.release();
    expect(await makeReader(readable, { maxBytes: 1 }).readExactly(1)).toEqual(utf8("b"));
  });

  it("ends a pending read when it is cancelled", async () => {
    const reader = read("", { staysOpen: true });
    const pending = reader.readLine();
    reader.cancel();
    await expect(pending).rejects.toMatchObject({ fault: "closed" });
  });
});
