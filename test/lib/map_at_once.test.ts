import { expect, it } from "vitest";
import { mapAtOnce } from "../../src/lib/map_at_once.ts";

async function* count(to: number, failsAt = Number.POSITIVE_INFINITY): AsyncGenerator<number> {
  for (let n = 1; n <= to; n++) {
    if (n === failsAt) throw new Error(`no ${n}`);
    yield n;
  }
}

it("starts on every item before the first is done, and yields the results in order", async () => {
  const started: number[] = [];
  const all = Promise.withResolvers<void>();
  const results = mapAtOnce(count(3), async (n) => {
    started.push(n);
    if (n === 3) all.resolve();
    await all.promise;
    return n * 10;
  });
  expect(await Array.fromAsync(results)).toEqual([10, 20, 30]);
  expect(started).toEqual([1, 2, 3]);
});

it.each([
  ["an item", mapAtOnce(count(3, 3), async (n) => n)],
  ["a result", mapAtOnce(count(3), async (n) => (n === 3 ? Promise.reject(new Error("no 3")) : n))],
])("yields what comes before %s that fails, then fails", async (_, results) => {
  expect([(await results.next()).value, (await results.next()).value]).toEqual([1, 2]);
  await expect(results.next()).rejects.toThrow("no 3");
});
