import { describe, expect, it } from "vitest";
import { FIRST_CHECKS, SCHEDULED, StartPace } from "../../../durable/watch/start_pace.ts";

/** The clock only moves when the test advances it. */
function makeClock() {
  let now = 1_000_000;
  const waiting: { at: number; go: () => void }[] = [];
  return {
    now: () => now,
    after(ms: number, go: () => void) {
      waiting.push({ at: now + ms, go });
    },
    set: (to: number) => {
      now = to;
    },
    async run() {
      // Work due at one time finishes before the clock advances.
      for (let n = 0; n < 50; n++) await Promise.resolve();
      while (waiting.length > 0) {
        waiting.sort((a, b) => a.at - b.at);
        const next = waiting.shift()!;
        now = Math.max(now, next.at);
        next.go();
        for (let n = 0; n < 50; n++) await Promise.resolve();
      }
    },
  };
}

async function begin(count: number, takesMs: number, { limits = SCHEDULED, hasFailed = false } = {}) {
  const clock = makeClock();
  const pace = new StartPace(clock, limits);
  const startedAt = clock.now();
  const begun: number[] = [];
  let [underWay, most, mostLater] = [0, 0, 0];
  let hasOneEnded = false;
  pace.expect(count);
  const all = Array.from({ length: count }, async () => {
    await pace.turn();
    begun.push(clock.now() - startedAt);
    underWay += 1;
    most = Math.max(most, underWay);
    if (hasOneEnded) mostLater = Math.max(mostLater, underWay);
    await new Promise<void>((go) => clock.after(takesMs, go));
    underWay -= 1;
    pace.end({ hasFailed });
    hasOneEnded = true;
  });
  await clock.run();
  await Promise.all(all);
  return { begun, most, mostLater };
}

describe("checks that are due together", () => {
  it.each([2, 10, 11, 31, 32])(
    "start at most ten at a time and within half a second: %i checks",
    async (count) => {
      const { begun } = await begin(count, 20);
      expect(begun).toHaveLength(count);
      const together = [...Map.groupBy(begun, (at) => at).values()].map(({ length }) => length);
      expect(Math.max(...together)).toBe(Math.min(10, count));
      expect(begun[0]).toBe(0);
      expect(begun.at(-1)).toBeLessThan(500);
    },
  );

  it("wait for earlier checks, but less than half a second when those hang", async () => {
    expect((await begin(32, 2)).begun.at(-1)).toBe(6);
    expect((await begin(32, 5000)).begun.at(-1)).toBeLessThan(500);
  });

  it("run at most ten at a time when they respond quickly", async () => {
    for (const takesMs of [1, 20, 50]) expect((await begin(31, takesMs)).most).toBeLessThanOrEqual(10);
  });

  it("run at most five at a time once one has failed, until the next tick", async () => {
    expect((await begin(32, 20)).mostLater).toBe(10);
    expect((await begin(32, 20, { hasFailed: true })).mostLater).toBe(5);
    const pace = new StartPace(makeClock());
    for (const hasFailed of [true, false]) {
      pace.expect(32);
      let begun = 0;
      for (let n = 0; n < 12; n++) void pace.turn().then(() => (begun += 1));
      await Promise.resolve();
      expect(begun).toBe(10);
      for (let n = 0; n < 12; n++) pace.end({ hasFailed });
    }
  });

  it("start at once when alone, and when the clock is set back", async () => {
    expect((await begin(1, 20)).begun).toEqual([0]);
    const clock = makeClock();
    const pace = new StartPace(clock);
    pace.expect(32);
    for (let n = 0; n < 10; n++) await pace.turn();
    clock.set(1000);
    for (let n = 0; n < 10; n++) await pace.turn();
    expect(clock.now()).toBe(1000);
  });

  it("stop waiting when the clock is set back", async () => {
    let now = 1_000_000;
    const timers: (() => void)[] = [];
    const pace = new StartPace({ now: () => now, after: (_ms, go) => timers.push(go) });
    let begun = 0;
    pace.expect(32);
    for (let n = 0; n < 32; n++) void pace.turn().then(() => (begun += 1));
    now = 1000;
    timers.shift()?.();
    for (let n = 0; n < 50; n++) await Promise.resolve();
    expect(begun).toBe(32);
  });
});

describe("first checks", () => {
  it("start at once when there are five", async () => {
    expect((await begin(5, 60_000, { limits: FIRST_CHECKS })).begun).toEqual([0, 0, 0, 0, 0]);
  });

  it("run at most five at a time, even when targets take seconds to respond", async () => {
    for (const takesMs of [20, 1000, 4000])
      expect((await begin(32, takesMs, { limits: FIRST_CHECKS })).most).toBeLessThanOrEqual(5);
  });

  it("all start within 30 seconds when targets hang", async () => {
    const { begun } = await begin(32, 300_000, { limits: FIRST_CHECKS });
    expect(begun).toHaveLength(32);
    expect(begun.at(-1)).toBeLessThanOrEqual(30_000);
  });
});
