import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/lib/units.ts";
import { countBuckets } from "../../../web/admin/monitor/detail/chart_buckets.ts";

describe("countBuckets", () => {
  it("leaves room for a check in each bucket of a new monitor's chart", () => {
    for (const minutes of [15, 41, 60]) {
      const spanMs = minutes * MINUTE_MS;
      expect(spanMs / countBuckets(spanMs, 60)).toBeGreaterThan(MINUTE_MS);
    }
  });

  it("is 60 for a long time, and at least 10", () => {
    expect(countBuckets(DAY_MS, 60)).toBe(60);
    expect(countBuckets(HOUR_MS, 3600)).toBe(10);
  });
});
