import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomBytes, utf8 } from "../../src/lib/bytes.ts";
import { createFrameCipher, cutFrame } from "../../src/lib/sealed_frames.ts";

const key = randomBytes(32);
const LONGEST = 1000;

async function seal(texts: readonly string[], bound = "header") {
  const cipher = await createFrameCipher(key, utf8(bound));
  return await Promise.all(
    texts.map((text, number) => cipher.seal(utf8(text), { number, isLast: number === texts.length - 1 })),
  );
}

async function open(frames: readonly Uint8Array[], bound = "header"): Promise<string[] | null> {
  const cipher = await createFrameCipher(key, utf8(bound));
  const texts: string[] = [];
  for (const [number, frame] of frames.entries()) {
    const cut = cutFrame(frame, 0, LONGEST);
    if (!cut || cut === "too long") return null;
    const isLast = number === frames.length - 1 && cut.end === frame.length;
    const plain = await cipher.open(cut.sealed, { number, isLast });
    if (!plain) return null;
    texts.push(new TextDecoder().decode(plain));
  }
  return texts;
}

describe("sealed frames", () => {
  it("open in order, with the same associated data", async () => {
    const frames = await seal(["one", "", "three"]);
    expect(await open(frames)).toEqual(["one", "", "three"]);
    expect(await open(frames, "another header")).toBeNull();
  });

  it("don't open if reordered, truncated, repeated or extended", async () => {
    const [a, b, c] = await seal(["one", "two", "three"]);
    for (const wrong of [
      [b, a, c],
      [a, c],
      [a, b],
      [a, a, b, c],
      [a, b, c, c],
    ])
      expect(await open(wrong as Uint8Array[])).toBeNull();
  });

  it("don't open with any byte changed", async () => {
    const [frame = new Uint8Array()] = await seal(["a frame"]);
    await fc.assert(
      fc.asyncProperty(fc.nat(frame.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = frame.slice();
        changed[at] = (changed[at] ?? 0) ^ change;
        expect(await open([changed])).toBeNull();
      }),
    );
  });

  it("are split at their length, and incomplete ones wait for more bytes", async () => {
    const [frame = new Uint8Array()] = await seal(["a frame"]);
    expect(cutFrame(frame.subarray(0, 3), 0, LONGEST)).toBeNull();
    expect(cutFrame(frame.subarray(0, -1), 0, LONGEST)).toBeNull();
    expect(cutFrame(frame, 0, 5)).toBe("too long");
    expect(cutFrame(new Uint8Array([0, 0, 0, 3, 1, 2, 3]), 0, LONGEST)).toBe("too long");
  });
});
