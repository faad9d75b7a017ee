import { describe, expect, it } from "vitest";
import { estimateUsage, judgeUsage, type UsedMonitor } from "../../../src/domain/system/usage.ts";

const HOUR = 3_600_000;
const MIDNIGHT = Date.UTC(2026, 5, 1);

const monitors = (count: number, more: Partial<UsedMonitor> = {}): UsedMonitor[] =>
  Array.from({ length: count }, (_, i) => ({
    watch: Math.floor(i / 32),
    isPaused: false,
    isPassive: false,
    intervalSecs: 60,
    places: 0,
    everyPlaceEvery: null,
    isFailing: false,
    ...more,
  }));

function estimate(own: UsedMonitor[], { messages = 0, at = 12 * HOUR, mirrors = 0 } = {}) {
  const figures = estimateUsage({ monitors: own, mirrors, messages, now: MIDNIGHT + at });
  return Object.fromEntries(figures.map(({ id, used, byMidnight }) => [id, { used, byMidnight }]));
}

describe("the estimated daily usage", () => {
  it("is only housekeeping without monitors", () => {
    expect(estimate([])).toMatchObject({
      workersRequests: { used: 720, byMidnight: 1440 },
      objectRequests: { used: 0, byMidnight: 0 },
      databaseRowsWritten: { byMidnight: 1440 },
    });
  });

  it("has one alarm for all monitors of a watch that share a slot", () => {
    const alone = estimate(monitors(1)).objectRequests?.byMidnight;
    expect(alone).toBe(1440 + 1440);
    expect(estimate(monitors(32)).objectRequests?.byMidnight).toBe(alone);
    expect(estimate(monitors(33)).objectRequests?.byMidnight).toBe(2 * 2880);
    const mixed = [
      ...monitors(1),
      ...monitors(1, { intervalSecs: 300 }),
      ...monitors(1, { intervalSecs: 90 }),
    ];
    expect(estimate(mixed).objectRequests?.byMidnight).toBe(1440 + 1440 + 960);
  });

  it("counts heartbeats as requests to the Worker, and ignores paused monitors", () => {
    expect(estimate(monitors(2, { isPassive: true })).workersRequests?.byMidnight).toBe(1440 + 2 * 1440);
    expect(estimate(monitors(5, { isPaused: true })).objectRowsWritten?.byMidnight).toBe(0);
  });

  it("counts requests to regions: in scheduled rounds, and at each failing check", () => {
    const asked = (more: Partial<UsedMonitor>, count = 1) =>
      (estimate(monitors(count, more)).objectRequests?.byMidnight ?? 0) -
      1440 -
      86_400 / (more.intervalSecs ?? 60);
    expect(asked({ places: 3 })).toBe(0);
    expect(asked({ places: 3, everyPlaceEvery: 30 })).toBe(48 * 3);
    expect(asked({ places: 3, everyPlaceEvery: 30 }, 10)).toBe(480 * 3);
    // Not more often than the check itself.
    expect(asked({ places: 2, everyPlaceEvery: 1, intervalSecs: 300 })).toBe(288 * 2);
    expect(asked({ places: 5, isFailing: true })).toBe(1440 * 5);
    expect(asked({ places: 5, isFailing: true, everyPlaceEvery: 30 })).toBe(1440 * 5);
    expect(asked({ isFailing: true, everyPlaceEvery: 30 })).toBe(0);
    const paused = monitors(1, { places: 5, everyPlaceEvery: 1, isFailing: true, isPaused: true });
    expect(estimate(paused).objectRequests?.byMidnight).toBe(1440);
  });

  it("extrapolates the day so far and its messages, without overreacting in the first hour", () => {
    expect(estimate([], { messages: 100 }).queueOperations).toEqual({ used: 300, byMidnight: 600 });
    expect(estimate([], { messages: 10, at: 1000 }).queueOperations).toEqual({ used: 30, byMidnight: 720 });
    expect(estimate([], { messages: 10, at: 24 * HOUR - 1 }).queueOperations?.byMidnight).toBe(30);
  });

  it("starts over at midnight UTC", () => {
    expect(estimate(monitors(32), { at: 0 }).objectRequests).toEqual({ used: 0, byMidnight: 2880 });
  });

  it("warns about the figure closest to the free plan's limit first", () => {
    const judge = (own: UsedMonitor[]) =>
      judgeUsage(estimateUsage({ monitors: own, mirrors: 1, messages: 0, now: MIDNIGHT }));
    expect(judge(monitors(64)).state).toBe("ok");
    const busy = judge(monitors(32 * 4, { intervalSecs: 10 }));
    expect(busy).toMatchObject({ state: "warning", advice: expect.stringContaining("paid plan") });
    expect(busy.summary).toMatch(/rows written in objects: 1\d\d% of the free plan's 100,000/);
    expect(judgeUsage(null).state).toBe("off");
  });
});
