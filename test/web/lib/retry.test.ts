import { describe, expect, it } from "vitest";
import { isSilent, retryDelayMs } from "../../../web/lib/retry.ts";

describe("retryDelayMs", () => {
  it("is two seconds first, and grows to a minute", () => {
    const least = Array.from({ length: 8 }, (_, failures) => retryDelayMs(failures, 0));
    expect(least).toEqual([2000, 3000, 6000, 12_000, 24_000, 45_000, 45_000, 45_000]);
    expect(retryDelayMs(0, 1)).toBe(2400);
    for (const failures of [5, 50, 5000]) expect(retryDelayMs(failures, 1)).toBe(60_000);
  });
});

describe("isSilent", () => {
  const now = 100_000;

  it("is after half a minute without stream and answer", () => {
    const lost = { waitingSince: 0, isStreaming: false };
    expect(isSilent({ ...lost, heardAt: now - 30_000 }, now)).toBe(false);
    expect(isSilent({ ...lost, heardAt: now - 30_001 }, now)).toBe(true);
  });

  it("gives an open stream the time that it may say nothing", () => {
    const open = { waitingSince: 0, isStreaming: true };
    expect(isSilent({ ...open, heardAt: now - 40_000 }, now)).toBe(false);
    expect(isSilent({ ...open, heardAt: now - 40_001 }, now)).toBe(true);
  });

  it("counts no time while hidden", () => {
    expect(isSilent({ heardAt: 0, waitingSince: now - 1000, isStreaming: false }, now)).toBe(false);
  });
});
