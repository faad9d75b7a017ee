import { describe, expect, it } from "vitest";
import { addMonths, weeksOf } from "../../../web/ui/month.ts";

describe("weeksOf", () => {
  it("covers the month in whole weeks from Monday to Sunday", () => {
    const weeks = weeksOf("2026-11");
    expect(weeks.map(([monday]) => monday)).toEqual([
      "2026-10-26",
      "2026-11-02",
      "2026-11-09",
      "2026-11-16",
      "2026-11-23",
      "2026-11-30",
    ]);
    expect(weeks.at(-1)?.at(-1)).toBe("2026-12-06");
  });

  it("has no week entirely in another month", () => {
    expect(weeksOf("2027-02")).toHaveLength(4);
  });
});

describe("addMonths", () => {
  it("crosses years in both directions", () => {
    expect(addMonths("2026-01", -1)).toBe("2025-12");
    expect(addMonths("2026-12", 2)).toBe("2027-02");
  });
});
