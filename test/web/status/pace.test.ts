import { describe, expect, it } from "vitest";
import { reloadDelayMs } from "../../../web/status/live/pace.ts";

describe("reloadDelayMs", () => {
  const now = 1_000_000;

  it("spreads reloads of visitors over a second, and stays below two", () => {
    expect(reloadDelayMs([], { now, chance: 0 })).toBe(250);
    expect(reloadDelayMs([now - 1000], { now, chance: 1 })).toBe(1100);
  });

  it("slows down during continuous changes, and recovers afterwards", () => {
    const reloads = [1, 2, 3, 4, 5].map((n) => now - n * 1000);
    expect(reloadDelayMs(reloads, { now, chance: 0 })).toBe(5000);
    expect(reloadDelayMs(reloads, { now: now + 30_000, chance: 0 })).toBe(250);
  });
});
