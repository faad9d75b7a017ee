import { describe, expect, it } from "vitest";
import { wrapHandshake } from "../../../src/check/sqlserver/handshake_wrapping.ts";
import { concat } from "../../../src/check/wire/binary.ts";

const record = (type: number, ...body: number[]) => Uint8Array.of(type, 3, 3, 0, body.length, ...body);
const packet = (type: number, ...parts: Uint8Array[]) => {
  const body = concat(...parts);
  return concat(Uint8Array.of(type, 1, 0, body.length + 8, 0, 0, 1, 0), body);
};

function wrap(arriving: readonly Uint8Array[]) {
  const sent: Uint8Array[] = [];
  const wrapped = wrapHandshake({
    readable: new ReadableStream({
      start(controller) {
        for (const chunk of arriving) controller.enqueue(chunk);
        controller.close();
      },
    }),
    writable: new WritableStream({
      write(chunk) {
        sent.push(chunk);
      },
    }),
    close: async () => undefined,
  });
  return { wrapped, sent };
}

async function readAll(readable: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of readable) parts.push(part.slice());
  return concat(...parts);
}

describe("wrapHandshake", () => {
  const hello = record(0x16, 2, 0, 0, 0);
  const finished = record(0x16, 9, 9);
  const data = record(0x17, 18, 4, 18, 4);
  const arriving = concat(
    packet(0x12, hello.subarray(0, 4)),
    packet(0x04, hello.subarray(4), finished),
    data,
    data,
  );

  it.each([1, 2, 7, 1000])(
    "unwraps packets that arrive %i bytes at a time, and passes other bytes through",
    async (size) => {
      const chunks = Array.from({ length: Math.ceil(arriving.length / size) }, (_, i) =>
        arriving.slice(i * size, (i + 1) * size),
      );
      expect(await readAll(wrap(chunks).wrapped.readable)).toEqual(concat(hello, finished, data, data));
    },
  );

  it.each([
    ["another type", Uint8Array.of(0x48, 1, 0, 20, 0, 0, 1, 0)],
    ["a short length", Uint8Array.of(0x12, 1, 0, 7, 0, 0, 1, 0)],
  ])("rejects a packet with %s", async (_, bytes) => {
    await expect(readAll(wrap([bytes]).wrapped.readable)).rejects.toThrow("TLS handshake can't be read");
  });

  it("sends each turn of the client as one message, and plain records after the handshake", async () => {
    const { wrapped, sent } = wrap([]);
    const writer = wrapped.writable.getWriter();
    const clientHello = record(0x16, 1, 0, 0, 0);
    const turn = [record(0x16, 16, 0, 0, 0), record(0x14, 1), finished];
    for (const chunk of [clientHello, ...turn, data]) await writer.write(chunk);
    expect(sent).toEqual([packet(0x12, clientHello), packet(0x12, ...turn), data]);
  });

  it("sends an alert at once", async () => {
    const { wrapped, sent } = wrap([]);
    const alert = record(0x15, 2, 46);
    await wrapped.writable.getWriter().write(alert);
    expect(sent).toEqual([packet(0x12, alert)]);
  });
});
