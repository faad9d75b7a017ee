import { describe, expect, it } from "vitest";
import { isSilent, retryDelayMs } from "../../../web/lib/retry.ts";

describe("retryDelayMs", () => {
  it("starts at two seconds, and grows to a minute", () => {
    const least = Array.from({ length: 8 }, (_, failures) => retryDelayMs(failures, 0));
    expect(least).toEqual([2000, 3000, 6000, 12_000, 24_000, 45_000, 45_000, 45_000]);
    expect(retryDelayMs(0, 1)).toBe(2400);
    for (const failures of [5, 50, 5000]) expect(retryDelayMs(failures, 1)).toBe(60_000);
  });
});

describe("isSilent", () => {
  const now = 100_000;

  it("is true after half a minute without a stream or a response", () => {
    const lost = { waitingSince: 0, isStreaming: false };
    expect(isSilent({ ...lost, heardAt: now - 30_000 }, now)).toBe(false);
    expect(isSilent({ ...lost, heardAt: now - 30_001 }, now)).toBe(true);
  });

  it("allows an open stream its longer quiet time", () => {
    const open = { waitingSince: 0, isStreaming: true };
    expect(isSilent({ ...open, heardAt: now - 40_000 }, now)).toBe(false);
    expect(isSilent({ ...open, heardAt: now - 40_001 }, now)).toBe(true);
  });

  it("ignores time while the page is hidden", () => {
    expect(isSilent({ heardAt: 0, waitingSince: now - 1000, isStreaming: false }, now)).toBe(false);
  });
});
