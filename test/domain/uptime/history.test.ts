import { describe, expect, it } from "vitest";
import { maxGapMs } from "../../../src/domain/monitor/rule.ts";
import { closeOpen, knownUntil, withOpen, withoutAhead } from "../../../src/domain/uptime/uptime.ts";

describe("maxGapMs", () => {
  it("is two intervals, or a heartbeat's whole window if that is longer", () => {
    expect(maxGapMs({ intervalSecs: 60 })).toBe(120_000);
    expect(maxGapMs({ intervalSecs: 60, graceSecs: 30 })).toBe(120_000);
    expect(maxGapMs({ intervalSecs: 60, graceSecs: 3600 })).toBe(3_660_000);
  });
});

describe("knownUntil", () => {
  it("is now while checks arrive", () => {
    expect(knownUntil(1000, { gapMs: 500, now: 1500 })).toBe(1500);
  });

  it("is the last check once they stop", () => {
    expect(knownUntil(1000, { gapMs: 500, now: 1501 })).toBe(1000);
  });
});

describe("closeOpen", () => {
  it("removes an empty row", () => {
    expect(closeOpen({ state: "up", from: 5 }, 5)).toEqual([{ kind: "remove", from: 5 }]);
    expect(closeOpen({ state: "up", from: 5 }, 6)).toEqual([{ kind: "close", from: 5, to: 6 }]);
    expect(closeOpen(null, 6)).toEqual([]);
  });
});

describe("withOpen", () => {
  const up = { state: "up", from: 100, to: null, message: "" } as const;
  const down = { state: "down", from: 200 } as const;

  it("ends the stored open row if the watch has started another state", () => {
    expect(withOpen([up], down)).toEqual([
      { ...up, to: 200 },
      { ...down, to: null, message: "" },
    ]);
    expect(withOpen([], down)).toEqual([{ ...down, to: null, message: "" }]);
  });

  it("changes no finished row, and no row newer than the watch's message", () => {
    const written = [
      { ...up, to: 200 },
      { ...down, to: null, message: "refused" },
    ];
    expect(withOpen(written, down)).toEqual(written);
    const over = [...written.map((row) => ({ ...row, to: row.to ?? 300 })), { ...up, from: 300 }];
    expect(withOpen(over, down)).toEqual(over);
    expect(withOpen(over, null)).toEqual(over);
  });

  it("removes a row replaced by a backdated failure", () => {
    expect(withOpen([{ ...up, from: 200 }], down)).toEqual([{ ...down, to: null, message: "" }]);
  });
});

describe("withoutAhead", () => {
  const row = (from: number, to: number | null) => ({ state: "up", from, to, message: "" }) as const;

  it("hides rows recorded by a clock that was ahead of the open row", () => {
    expect(withoutAhead([row(1, 5), row(5, null), row(6, 9)])).toEqual([row(1, 5), row(5, null)]);
  });

  it("keeps rows unchanged if none is open", () => {
    expect(withoutAhead([row(1, 5), row(6, 9)])).toEqual([row(1, 5), row(6, 9)]);
  });
});
