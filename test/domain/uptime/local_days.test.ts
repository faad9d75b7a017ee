import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  barsFrom,
  computeDailyUptime,
  lastDays,
  lengthInDays,
  listDays,
} from "../../../src/domain/uptime/uptime.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/lib/units.ts";

const at = (text: string) => Date.parse(text);

function hoursOf(timezone: string, from: string, to: string): [string, number][] {
  const days = listDays(timezone, { from: at(from), to: at(to) });
  return days.map(({ date, from }, i) => [date, ((days[i + 1]?.from ?? at(to)) - from) / HOUR_MS]);
}

describe("listDays", () => {
  it("has 23 hours on the day clocks go forward, and 25 when they go back", () => {
    expect(hoursOf("Europe/Warsaw", "2026-03-27T23:00Z", "2026-03-30T22:00Z")).toEqual([
      ["2026-03-28", 24],
      ["2026-03-29", 23],
      ["2026-03-30", 24],
    ]);
    expect(hoursOf("Europe/Warsaw", "2026-10-23T22:00Z", "2026-10-26T23:00Z")).toEqual([
      ["2026-10-24", 24],
      ["2026-10-25", 25],
      ["2026-10-26", 24],
    ]);
  });

  it("starts a day by the local clock if midnight is skipped or occurs twice", () => {
    expect(hoursOf("Asia/Beirut", "2026-03-27T22:00Z", "2026-03-29T21:00Z")).toEqual([
      ["2026-03-28", 24],
      ["2026-03-29", 23],
    ]);
    // From 00:00 back to 23:00 of the day before.
    expect(hoursOf("America/Sao_Paulo", "2018-02-17T02:00Z", "2018-02-19T03:00Z")).toEqual([
      ["2018-02-17", 25],
      ["2018-02-18", 24],
    ]);
    // From 00:01 back to 23:01.
    expect(
      hoursOf("America/St_Johns", "2009-10-31T02:30Z", "2009-11-02T03:30Z").map(([date]) => date),
    ).toEqual(["2009-10-31", "2009-11-01"]);
  });

  it("leaves out a day that a time zone skipped", () => {
    const dates = listDays("Pacific/Apia", { from: at("2011-12-29T12:00Z"), to: at("2012-01-01T12:00Z") });
    expect(dates.map(({ date }) => date)).toEqual(["2011-12-29", "2011-12-31", "2012-01-01", "2012-01-02"]);
  });

  it("puts each moment into its local calendar day", () => {
    const zones = [
      "UTC",
      "Europe/Warsaw",
      "Asia/Kolkata",
      "America/New_York",
      "Australia/Lord_Howe",
      "Asia/Kathmandu",
    ];
    const minutes = fc.integer({ min: at("2024-01-01") / MINUTE_MS, max: at("2027-01-01") / MINUTE_MS });
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        minutes,
        fc.integer({ min: 1, max: 10_000 }),
        (zone, start, length) => {
          const span = { from: start * MINUTE_MS + 1, to: (start + length) * MINUTE_MS };
          const days = listDays(zone, span);
          const calendar = new Intl.DateTimeFormat("sv-SE", { timeZone: zone });
          expect(days[0]?.from).toBe(span.from);
          for (const [i, { date, from }] of days.entries()) {
            expect(calendar.format(from)).toBe(date);
            expect(calendar.format((days[i + 1]?.from ?? span.to) - 1)).toBe(date);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("lengthInDays", () => {
  it("counts local calendar days", () => {
    const span = { from: at("2026-03-28T23:00Z"), to: at("2026-03-29T22:00Z") };
    expect(lengthInDays("Europe/Warsaw", span)).toBe(1);
    expect(lengthInDays("UTC", span)).toBeCloseTo(23 / 24);
  });
});

describe("lastDays", () => {
  it.each([
    ["2026-12-31T23:59:59.999Z", "2026-12-30", "2026-12-31"],
    ["2027-01-01T00:00:00.000Z", "2026-12-31", "2027-01-01"],
    ["2027-01-01T00:00:00.001Z", "2026-12-31", "2027-01-01"],
    ["2028-02-29T00:00:00.000Z", "2028-02-28", "2028-02-29"],
    ["2028-03-01T00:00:00.000Z", "2028-02-29", "2028-03-01"],
  ])("ends with the day of %s, from its first moment", (moment, before, today) => {
    const now = at(moment);
    const days = lastDays(now, 90);
    expect(days).toHaveLength(90);
    expect(days.slice(-2).map(({ date }) => date)).toEqual([before, today]);
    const options = { from: barsFrom(now, 2), to: now, windows: [], knownUntil: now };
    const up = { state: "up" as const, from: 0, to: null, message: "" };
    const uptimes = computeDailyUptime([up], options, lastDays(now, 2));
    expect(uptimes.map(({ date, uptime }) => [date, uptime])).toEqual([
      [before, 1],
      [today, now % DAY_MS === 0 ? null : 1],
    ]);
  });
});

describe("computeDailyUptime", () => {
  it("splits days at midnight in the time zone", () => {
    const span = { from: at("2026-10-24T22:00Z"), to: at("2026-10-26T23:00Z") };
    const down = {
      state: "down" as const,
      from: at("2026-10-25T22:30Z"),
      to: at("2026-10-25T23:30Z"),
      message: "",
    };
    const up = { state: "up" as const, from: down.to, to: null, message: "" };
    const options = { ...span, windows: [], knownUntil: span.to };
    const days = computeDailyUptime([down, up], options, listDays("Europe/Warsaw", span));
    expect(days.map(({ date, seconds, outages }) => [date, seconds.down, seconds.noData, outages])).toEqual([
      ["2026-10-25", 1800, 24.5 * 3600, 1],
      ["2026-10-26", 1800, 0, 1],
    ]);
  });
});
