import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearestRank } from "../../src/lib/nearest_rank.ts";

describe("nearestRank", () => {
  it("returns the rank of the smallest value that covers the given share", () => {
    expect([nearestRank(4, 0.5), nearestRank(3, 0.95), nearestRank(20, 0.95), nearestRank(21, 0.95)]).toEqual(
      [2, 3, 19, 20],
    );
    expect(nearestRank(1, 0)).toBe(1);
  });

  it("matches integer arithmetic", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 100 }),
        (count, percent) => {
          expect(nearestRank(count, percent / 100)).toBe(Math.ceil((count * percent) / 100));
        },
      ),
    );
  });
});
