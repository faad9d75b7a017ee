import { describe, expect, it } from "vitest";
import { formatTime } from "../../src/lib/zoned_time.ts";

const WINTER = Date.UTC(2026, 10, 28, 21, 4, 59);
const SUMMER = Date.UTC(2026, 6, 1, 22, 30);

describe("formatTime", () => {
  it.each([
    ["UTC", "2026-11-28 21:04 UTC"],
    ["Europe/Warsaw", "2026-11-28 22:04 CET"],
    ["Europe/London", "2026-11-28 21:04 GMT"],
    ["America/New_York", "2026-11-28 16:04 EST"],
    ["Australia/Sydney", "2026-11-29 08:04 AEDT"],
    ["Asia/Tokyo", "2026-11-29 06:04 GMT+9"],
    ["Asia/Kathmandu", "2026-11-29 02:49 GMT+5:45"],
    ["Etc/UTC", "2026-11-28 21:04 UTC"],
  ])("formats a time in %s with a short zone name", (timeZone, written) => {
    expect(formatTime(WINTER, timeZone)).toBe(written);
  });

  it("follows clock changes, and formats midnight as 00:00", () => {
    expect(formatTime(SUMMER, "Europe/Warsaw")).toBe("2026-07-02 00:30 CEST");
  });

  it("uses UTC without a zone, or with a zone the runtime doesn't know", () => {
    expect([formatTime(WINTER), formatTime(WINTER, "Europe/Atlantis")]).toEqual(
      Array(2).fill("2026-11-28 21:04 UTC"),
    );
  });
});
