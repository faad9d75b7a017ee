import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { allWithin, isLate, within } from "../../src/lib/within.ts";

const never = () => new Promise<never>(() => {});

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("a call with a deadline", () => {
  it("returns its result and leaves no timer", async () => {
    expect(await within(5000, async () => 7)).toBe(7);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is late at the deadline", async () => {
    const late = within(5000, never).catch(isLate);
    vi.advanceTimersByTime(5000);
    expect(await late).toBe(true);
  });

  it("keeps its own error", async () => {
    const fault = new Error("gone");
    await expect(within(5000, () => Promise.reject(fault))).rejects.toBe(fault);
    expect(isLate(fault)).toBe(false);
  });
});

describe("many calls with one deadline", () => {
  it("share a timer, and one that hangs doesn't hold up the results of the others", async () => {
    const fault = new Error("gone");
    const all = allWithin<number>(5000, [async () => 1, never, () => Promise.reject(fault), async () => 4]);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(5000);
    const [first, hanging, failed, last] = await all;
    expect([first, last]).toEqual([
      { status: "fulfilled", value: 1 },
      { status: "fulfilled", value: 4 },
    ]);
    expect(hanging?.status === "rejected" && isLate(hanging.reason)).toBe(true);
    expect(failed).toEqual({ status: "rejected", reason: fault });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("leave no timer if all return early", async () => {
    expect(await allWithin(5000, [])).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
