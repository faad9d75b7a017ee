import { afterEach, describe, expect, it } from "vitest";
import {
  formatRelative,
  nextHour,
  parseDay,
  parseDayEnd,
  parseLocalInput,
  toLocalInput,
} from "../../../web/lib/time.ts";

const NOW = Date.UTC(2026, 10, 22, 12);

describe("formatRelative", () => {
  it("shows just now under ten seconds, and counts from there on", () => {
    const texts = [0, 9_900, 10_000, 42_000, 60_000, 7_200_000].map((ago) => formatRelative(NOW - ago, NOW));
    expect(texts).toEqual([
      "just now",
      "just now",
      "10 seconds ago",
      "42 seconds ago",
      "1 minute ago",
      "2 hours ago",
    ]);
  });

  it("formats future times, and treats a clock slightly ahead as now", () => {
    expect(formatRelative(NOW + 5_000, NOW)).toBe("just now");
    expect(formatRelative(NOW + 25_000, NOW)).toBe("in 25 seconds");
  });

  it("uses the next larger unit for values that round up to it", () => {
    const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
    const times = [minute - 400, hour - 20_000, hour - 40_000, day - 1_000_000, 30.2 * day, 364.9 * day];
    expect(times.map((ago) => formatRelative(NOW - ago, NOW))).toEqual([
      "1 minute ago",
      "1 hour ago",
      "59 minutes ago",
      "1 day ago",
      "30 days ago",
      "1 year ago",
    ]);
  });

  it("counts elapsed units, not calendar days, months or years", () => {
    const day = 86_400_000;
    expect(formatRelative(NOW + 1.3 * day, NOW)).toBe("in 1 day");
    expect(formatRelative(NOW - 1.4 * day, NOW)).toBe("1 day ago");
    expect(formatRelative(NOW - 45 * day, NOW)).toBe("1 month ago");
    expect(formatRelative(NOW + 400 * day, NOW)).toBe("in 1 year");
  });
});

describe("in the user's time zone", () => {
  const own = process.env["TZ"];
  afterEach(() => {
    if (own === undefined) delete process.env["TZ"];
    else process.env["TZ"] = own;
  });

  it.each([
    ["UTC", "2026-08-31", "2026-08-31T00:00:00Z", "2026-08-31T23:59:59.999Z"],
    ["an hour shorter", "2027-03-28", "2027-03-27T23:00:00Z", "2027-03-28T21:59:59.999Z", "Europe/Berlin"],
    ["an hour longer", "2027-10-31", "2027-10-30T22:00:00Z", "2027-10-31T22:59:59.999Z", "Europe/Berlin"],
    [
      "starting at one o'clock",
      "2026-09-06",
      "2026-09-06T04:00:00Z",
      "2026-09-07T02:59:59.999Z",
      "America/Santiago",
    ],
    [
      "before such a day",
      "2026-09-05",
      "2026-09-05T04:00:00Z",
      "2026-09-06T03:59:59.999Z",
      "America/Santiago",
    ],
    ["the leap day", "2028-02-29", "2028-02-28T11:00:00Z", "2028-02-29T10:59:59.999Z", "Pacific/Auckland"],
  ])("finds the first and last moment of a day: %s", (_, day, from, to, zone = "UTC") => {
    process.env["TZ"] = zone;
    expect([parseDay(day), parseDayEnd(day)]).toEqual([Date.parse(from), Date.parse(to)]);
  });

  it.each([
    ["UTC", "2026-12-31T23:20:00Z", "2027-01-01T00:00"],
    ["Asia/Kolkata", "2026-12-31T18:20:00Z", "2027-01-01T00:00"],
    ["Asia/Kathmandu", "2027-01-31T10:00:00Z", "2027-01-31T16:00"],
    ["America/St_Johns", "2028-02-29T03:00:00Z", "2028-02-29T00:00"],
    ["Europe/Berlin", "2027-03-28T00:30:00Z", "2027-03-28T03:00"],
  ])("finds the next full hour: %s", (zone, now, wall) => {
    process.env["TZ"] = zone;
    expect(toLocalInput(nextHour(Date.parse(now)))).toBe(wall);
  });

  it.each([
    ["a time that occurs once", "2027-01-15T09:30", "2027-01-15T08:30:00Z", "2027-01-15T09:30"],
    ["a time that clocks skip", "2027-03-28T02:30", "2027-03-28T01:00:00Z", "2027-03-28T03:00"],
    ["a time that occurs twice", "2027-10-31T02:30", "2027-10-31T00:30:00Z", "2027-10-31T02:30"],
  ])("reads and writes a date and time field: %s", (_, typed, at, shown) => {
    process.env["TZ"] = "Europe/Berlin";
    expect(parseLocalInput(typed)).toBe(Date.parse(at));
    expect(toLocalInput(Date.parse(at))).toBe(shown);
  });
});
