import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideSuspicion } from "../../../src/domain/monitor/own_trouble.ts";

describe("decideSuspicion", () => {
  it.each([
    // started, ended, failed, share
    [10, 5, 5, 50, "suspect"],
    [10, 4, 4, 50, "open"],
    [10, 10, 4, 50, "clear"],
    [10, 7, 1, 50, "clear"],
    [10, 6, 1, 50, "open"],
    // Fewer than three checks decide nothing, whatever their share.
    [2, 2, 2, 50, "clear"],
    [3, 2, 2, 1, "open"],
    [3, 3, 3, 100, "suspect"],
    [32, 3, 3, 1, "suspect"],
    [1, 1, 1, 50, "clear"],
    [32, 31, 31, 100, "open"],
    [32, 32, 31, 100, "clear"],
  ] as const)(
    "with %i started, %i ended and %i failed at %i%% returns %s",
    (begun, ended, failed, share, expected) => {
      expect(decideSuspicion({ begun, ended, failed }, share)).toBe(expected);
    },
  );

  it("decides once all checks have ended, and never changes a decision", () => {
    const tick = fc.array(fc.boolean(), { minLength: 1, maxLength: 32 });
    fc.assert(
      fc.property(tick, fc.integer({ min: 1, max: 100 }), (outcomes, share) => {
        const begun = outcomes.length;
        const at = (ended: number) => {
          const failed = outcomes.slice(0, ended).filter(Boolean).length;
          return decideSuspicion({ begun, ended, failed }, share);
        };
        const decided = outcomes.map((_, i) => at(i + 1)).filter((one) => one !== "open");
        expect(at(begun)).not.toBe("open");
        expect(new Set(decided).size).toBe(1);
        const failed = outcomes.filter(Boolean).length;
        expect(at(begun) === "suspect").toBe(failed >= 3 && failed * 100 >= begun * share);
      }),
    );
  });
});
