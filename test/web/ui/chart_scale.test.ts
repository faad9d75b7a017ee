import { describe, expect, it } from "vitest";
import { text } from "../../../web/admin/text/monitor.ts";
import { labelRoom, scaleOf } from "../../../web/ui/chart_scale.ts";

describe("scaleOf", () => {
  it("ends at a round number at or above the highest value", () => {
    expect(scaleOf([12, null, 1000])).toEqual([0, 250, 500, 750, 1000]);
    expect(scaleOf([1001])).toEqual([0, 500, 1000, 1500, 2000]);
    expect(scaleOf([4001]).at(-1)).toBe(10_000);
  });

  it("has lines even without measurements, and no two with the same label", () => {
    expect(scaleOf([])).toEqual([0, 25, 50, 75, 100]);
    expect(scaleOf([null])).toEqual(scaleOf([]));
    expect(scaleOf([null, 0]).map(text.ms)).toEqual(["0 ms", "1 ms", "2 ms", "3 ms", "4 ms"]);
  });
});

describe("labelRoom", () => {
  it.each([
    [40, 56],
    [400, 56],
    [1000, 63],
    [10_000, 63],
    [600_000, 70],
  ])("leaves room for the labels of %i ms", (highest, room) => {
    expect(labelRoom(scaleOf([highest]).map(text.ms))).toBe(room);
  });
});
