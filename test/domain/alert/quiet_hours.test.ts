import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quietUntil } from "../../../src/domain/alert/decision.ts";
import { minuteOfDay } from "../../../src/lib/wall_clock.ts";
import { alertPolicy } from "../../../src/schema/alert_policy.ts";

const MINUTE = 60_000;
const ZONES = [
  "UTC",
  "Europe/Warsaw",
  "Europe/London",
  "America/New_York",
  "America/St_Johns",
  "America/Sao_Paulo",
  "Africa/Casablanca",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Apia",
];

const quiet = (start: string, end: string, timezone = "UTC") =>
  alertPolicy.parse({ quietHours: { enabled: true, start, end, timezone } }).quietHours;
const at = (text: string) => Date.parse(text);

/** Steps through the minutes until quiet hours end. */
function walk(hours: ReturnType<typeof quiet>, moment: number): number | null {
  const [from, to] = [hours.start, hours.end].map((clock) => {
    const [h = 0, m = 0] = clock.split(":").map(Number);
    return h * 60 + m;
  }) as [number, number];
  const isQuiet = (minute: number) => {
    const clock = minuteOfDay(hours.timezone, minute);
    return from < to ? clock >= from && clock < to : clock >= from || clock < to;
  };
  if (!isQuiet(moment)) return null;
  let minute = Math.floor(moment / MINUTE) * MINUTE;
  while (isQuiet(minute)) minute += MINUTE;
  return minute;
}

describe("quiet hours", () => {
  it.each([
    ["inside", quiet("22:00", "07:00"), "2026-03-01T23:30:20Z", "2026-03-02T07:00:00Z"],
    ["after midnight", quiet("22:00", "07:00"), "2026-03-02T06:59:59Z", "2026-03-02T07:00:00Z"],
    ["at the start", quiet("22:00", "07:00"), "2026-03-01T22:00:00Z", "2026-03-02T07:00:00Z"],
    ["at the end", quiet("22:00", "07:00"), "2026-03-02T07:00:00Z", null],
    ["by day", quiet("09:00", "17:00"), "2026-03-02T12:00:00Z", "2026-03-02T17:00:00Z"],
    ["outside", quiet("09:00", "17:00"), "2026-03-02T08:59:59Z", null],
    ["whole day", quiet("08:00", "08:00"), "2026-03-02T12:00:00Z", "2026-03-03T08:00:00Z"],
    [
      "whole day, clocks go forward",
      quiet("08:00", "08:00", "Europe/Warsaw"),
      "2026-03-28T20:00:00Z",
      "2026-03-29T06:00:00Z",
    ],
    [
      "whole day, clocks go back",
      quiet("08:00", "08:00", "Europe/Warsaw"),
      "2026-10-24T20:00:00Z",
      "2026-10-25T07:00:00Z",
    ],
    [
      "whole day, end skipped",
      quiet("02:30", "02:30", "Europe/Warsaw"),
      "2026-03-28T20:00:00Z",
      "2026-03-29T01:00:00Z",
    ],
    [
      "whole day, end occurs twice",
      quiet("02:30", "02:30", "Europe/Warsaw"),
      "2026-10-25T00:40:00Z",
      "2026-10-25T01:30:00Z",
    ],
    [
      "clocks go forward",
      quiet("22:00", "07:00", "Europe/Warsaw"),
      "2026-03-28T22:00:00Z",
      "2026-03-29T05:00:00Z",
    ],
    ["end skipped", quiet("01:00", "02:30", "Europe/Warsaw"), "2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z"],
    [
      "clocks go back",
      quiet("22:00", "07:00", "Europe/Warsaw"),
      "2026-10-24T21:00:00Z",
      "2026-10-25T06:00:00Z",
    ],
    [
      "the hour that occurs twice",
      quiet("01:00", "02:30", "Europe/Warsaw"),
      "2026-10-25T00:10:00Z",
      "2026-10-25T00:30:00Z",
    ],
    [
      "the second occurrence of that hour",
      quiet("01:00", "02:30", "Europe/Warsaw"),
      "2026-10-25T01:10:00Z",
      "2026-10-25T01:30:00Z",
    ],
  ])("end at the right time: %s", (_, hours, moment, end) => {
    expect(quietUntil(hours, at(moment))).toBe(end === null ? null : at(end));
  });

  it("match a walk minute by minute, in 12 zones over two years", () => {
    const clock = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map(([h, m]) => `${String(h).padStart(2, "0")}:${String(m).padStart(2, "0")}`);
    const moment = fc.integer({ min: at("2026-01-01T00:00:00Z"), max: at("2028-01-01T00:00:00Z") });
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), clock, clock, moment, (zone, start, end, when) => {
        fc.pre(start !== end);
        const hours = quiet(start, end, zone);
        expect(quietUntil(hours, when)).toBe(walk(hours, when));
      }),
      { numRuns: 300 },
    );
  });

  it("match that walk around each clock change", () => {
    for (const zone of ZONES) {
      for (const moment of changesOf(zone)) {
        for (let minutes = -240; minutes <= 240; minutes += 13) {
          for (const hours of [
            quiet("22:00", "02:30", zone),
            quiet("01:30", "03:10", zone),
            quiet("00:15", "02:00", zone),
          ]) {
            const when = moment + minutes * MINUTE;
            expect([zone, when, quietUntil(hours, when)]).toEqual([zone, when, walk(hours, when)]);
          }
        }
      }
    }
  });
});

function changesOf(zone: string): number[] {
  const found = [];
  const [hour, day] = [60 * MINUTE, 1440 * MINUTE];
  for (let date = at("2026-01-01T00:00:00Z"); date < at("2028-01-01T00:00:00Z"); date += day) {
    if (minuteOfDay(zone, date) === minuteOfDay(zone, date + day)) continue;
    for (let moment = date; moment < date + day; moment += hour) {
      const ahead = (minuteOfDay(zone, moment + hour) - minuteOfDay(zone, moment) + 1440) % 1440;
      if (ahead !== 60) found.push(moment);
    }
  }
  return found;
}
