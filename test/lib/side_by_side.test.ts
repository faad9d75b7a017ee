import { describe, expect, it } from "vitest";
import { eachSideBySide } from "../../src/lib/side_by_side.ts";

describe("eachSideBySide", () => {
  function makeWork() {
    const [begun, open] = [
      [] as string[],
      new Map<string, { end: () => void; fail: (error: Error) => void }>(),
    ];
    const work = async (name: string) => {
      begun.push(name);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      open.set(name, { end: resolve, fail: reject });
      await promise;
    };
    return { begun, open, work };
  }
  const pass = async () => await new Promise((resolve) => setImmediate(resolve));

  it("runs up to the given number at a time, and starts the next as soon as one finishes", async () => {
    const { begun, open, work } = makeWork();
    const all = eachSideBySide(["slow", "b", "c", "d"], 2, work);
    expect(begun).toEqual(["slow", "b"]);
    for (const name of ["b", "c", "d"]) {
      open.get(name)?.end();
      await pass();
    }
    expect(begun).toEqual(["slow", "b", "c", "d"]);
    open.get("slow")?.end();
    await all;
  });

  it("runs the rest after a failure, and then throws its error", async () => {
    const { begun, open, work } = makeWork();
    const all = eachSideBySide(["a", "b"], 1, work);
    open.get("a")?.fail(new Error("no"));
    await pass();
    expect(begun).toEqual(["a", "b"]);
    open.get("b")?.end();
    await expect(all).rejects.toThrow("no");
  });

  it("resolves for an empty list", async () => {
    await expect(eachSideBySide([], 5, () => Promise.reject(new Error("no")))).resolves.toBeUndefined();
  });
});
