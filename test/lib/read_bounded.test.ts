import { describe, expect, it } from "vitest";
import { utf8 } from "../../src/lib/bytes.ts";
import { readBounded } from "../../src/lib/wire/reader.ts";

function makeBody(parts: readonly string[], end: "closes" | "hangs" | "breaks" = "closes") {
  const seen = { pulls: 0, isCancelled: false };
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        const part = parts[seen.pulls++];
        if (part !== undefined) controller.enqueue(utf8(part));
        else if (end === "closes") controller.close();
        else if (end === "breaks") controller.error(new Error("cut off"));
      },
      cancel() {
        seen.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, seen };
}

async function readText(body: ReadableStream<Uint8Array<ArrayBuffer>> | null, maxBytes: number) {
  const { bytes, isWhole } = await readBounded({ body }, { maxBytes });
  return { text: new TextDecoder().decode(bytes), isWhole };
}

describe("readBounded", () => {
  it("reads nothing without a body", async () => {
    expect(await readText(null, 10)).toEqual({ text: "", isWhole: true });
  });

  it("reads a body at the limit completely", async () => {
    expect(await readText(makeBody(["abc", "de"]).body, 5)).toEqual({ text: "abcde", isWhole: true });
  });

  it("cuts a longer body, stops reading and cancels it", async () => {
    const { body, seen } = makeBody(["abc", "def", "ghi"]);
    expect(await readText(body, 4)).toEqual({ text: "abcd", isWhole: false });
    expect(seen).toEqual({ pulls: 2, isCancelled: true });
  });

  it("throws the stream's error", async () => {
    await expect(readText(makeBody(["abc"], "breaks").body, 10)).rejects.toThrow("cut off");
  });

  it("cancels a stalled body when the signal aborts", async () => {
    const deadline = new AbortController();
    const { body, seen } = makeBody(["abc"], "hangs");
    const reading = readBounded({ body }, { maxBytes: 10, signal: deadline.signal });
    deadline.abort(new Error("the time is up"));
    await expect(reading).rejects.toThrow("the time is up");
    expect(seen.isCancelled).toBe(true);
  });
});
