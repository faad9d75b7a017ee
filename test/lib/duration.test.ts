import { describe, expect, it } from "vitest";
import { formatDuration } from "../../src/lib/duration.ts";

describe("formatDuration", () => {
  it.each([
    [-1, "0 s"],
    [999, "0 s"],
    [59_999, "59 s"],
    [60_000, "1 min"],
    [125_000, "2 min 5 s"],
    [7_500_000, "2 h 5 min"],
    [7_200_000, "2 h"],
    [90_000_000, "1 d 1 h"],
    [86_460_000, "1 d"],
  ])("formats %d ms as %s", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});
