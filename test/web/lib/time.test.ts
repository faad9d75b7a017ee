import { describe, expect, it } from "vitest";
import { formatRelative } from "../../../web/lib/time.ts";

const NOW = Date.UTC(2026, 10, 22, 12);

describe("formatRelative", () => {
  it("says just now under ten seconds, and counts from there on", () => {
    const told = [0, 9_900, 10_000, 42_000, 60_000, 7_200_000].map((ago) => formatRelative(NOW - ago, NOW));
    expect(told).toEqual([
      "just now",
      "just now",
      "10 seconds ago",
      "42 seconds ago",
      "1 minute ago",
      "2 hours ago",
    ]);
  });

  it("tells of what comes, and takes a clock that is a little ahead for now", () => {
    expect(formatRelative(NOW + 5_000, NOW)).toBe("just now");
    expect(formatRelative(NOW + 25_000, NOW)).toBe("in 25 seconds");
  });
});
