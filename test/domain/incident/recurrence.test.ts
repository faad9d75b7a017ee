import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  findRecurrenceProblem,
  occurrencesFrom,
  type Rule,
} from "../../../src/domain/incident/recurrence.ts";
import type { Recurrence } from "../../../src/schema/recurrence.ts";
import { WEEKDAYS } from "../../../src/schema/weekday.ts";
import { countUp, type Day, makeZone, type Zone } from "./zone_oracle.ts";

const ZONES = [
  "UTC",
  "Europe/Warsaw",
  "Europe/London",
  "America/New_York",
  "America/St_Johns",
  "America/Santiago",
  "Africa/Cairo",
  "Africa/Casablanca",
  "Asia/Kathmandu",
  "Asia/Tehran",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
];
const YEARS = [2025, 2026, 2027] as const;
const LENGTHS = [30, 60, 90, 240, 600];

/** The rule's definition, day by day, independent of the product's method. */
function isOnDay(recurrence: Recurrence, day: Day, first: Day): boolean {
  const { every, interval, weekdays, monthDay, nthWeekday } = recurrence;
  if (every === "day") return (day.number - first.number) % interval === 0;
  if (every === "week") {
    const weeks = (day.number - day.weekday - (first.number - first.weekday)) / 7;
    return weeks % interval === 0 && (weekdays ?? [WEEKDAYS[first.weekday]]).includes(WEEKDAYS[day.weekday]!);
  }
  if ((day.year * 12 + day.month - first.year * 12 - first.month) % interval !== 0) return false;
  if (nthWeekday) {
    if (WEEKDAYS[day.weekday] !== nthWeekday.weekday) return false;
    if (nthWeekday.nth === -1) return day.date + 7 > day.monthDays;
    return Math.ceil(day.date / 7) === nthWeekday.nth;
  }
  return day.date === (monthDay === -1 ? day.monthDays : (monthDay ?? first.date));
}

function expected(zone: Zone, rule: Rule, first: { day: number; minute: number; length: number }) {
  const { until, count } = rule.recurrence;
  const found: { startsAt: number; endsAt: number }[] = [];
  const own = zone.days[first.day]!;
  for (const day of zone.days.slice(first.day, -20)) {
    if (!isOnDay(rule.recurrence, day, own)) continue;
    if (count !== undefined && found.length >= count) break;
    const startsAt = zone.momentOf(day.number, first.minute);
    const endsAt = zone.momentOf(day.number, first.minute + first.length);
    if (until !== undefined && startsAt > until) break;
    found.push({ startsAt, endsAt: endsAt > startsAt ? endsAt : startsAt + rule.endsAt - rule.startsAt });
  }
  return found;
}

const recurrences: fc.Arbitrary<Recurrence> = fc.oneof(
  fc.record({ every: fc.constant("day" as const), interval: fc.integer({ min: 1, max: 10 }) }),
  fc.record({
    every: fc.constant("week" as const),
    interval: fc.integer({ min: 1, max: 4 }),
    weekdays: fc.subarray([...WEEKDAYS], { minLength: 1 }),
  }),
  fc.record({
    every: fc.constant("month" as const),
    interval: fc.integer({ min: 1, max: 4 }),
    monthDay: fc.constantFrom(1, 15, 29, 30, 31, -1),
  }),
  fc.record({
    every: fc.constant("month" as const),
    interval: fc.integer({ min: 1, max: 3 }),
    nthWeekday: fc.record({ nth: fc.constantFrom(1, 2, 4, 5, -1), weekday: fc.constantFrom(...WEEKDAYS) }),
  }),
);

describe.each(ZONES)("occurrencesFrom in %s", (name) => {
  it("returns the occurrences of three years at the local times", () => {
    const zone = makeZone(name, YEARS);
    const plans = fc.record({
      recurrence: recurrences,
      from: fc.integer({ min: 0, max: 300 }),
      halfHour: fc.integer({ min: 0, max: 47 }),
      length: fc.constantFrom(...LENGTHS),
      end: fc.oneof(
        fc.constant({}),
        fc.record({ count: fc.integer({ min: 1, max: 60 }) }),
        fc.record({ untilDay: fc.integer({ min: 300, max: 900 }) }),
      ),
      seenFrom: fc.integer({ min: 0, max: 900 }),
    });
    fc.assert(
      fc.property(plans, ({ recurrence, from, halfHour, length, end, seenFrom }) => {
        const minute = halfHour * 30;
        const day = countUp(from, 400).find((i) => isOnDay(recurrence, zone.days[i]!, zone.days[i]!));
        fc.pre(day !== undefined);
        const startsAt = zone.momentOf(zone.days[day]!.number, minute);
        // The clock must show the first occurrence's time, because its bounds come from it.
        fc.pre(zone.isShown(zone.days[day]!.number, minute));
        fc.pre(zone.isShown(zone.days[day]!.number, minute + length));
        const endsAt = zone.momentOf(zone.days[day]!.number, minute + length);
        const until =
          "untilDay" in end ? zone.momentOf(zone.days[end.untilDay as number]!.number, 720) : undefined;
        fc.pre(endsAt > startsAt && (until === undefined || until >= startsAt));
        const rule: Rule = {
          startsAt,
          endsAt,
          timezone: name,
          recurrence: {
            ...recurrence,
            ...("count" in end ? { count: end.count as number } : {}),
            ...(until === undefined ? {} : { until }),
          },
        };
        expect(findRecurrenceProblem(rule)).toBeNull();
        const wanted = expected(zone, rule, { day, minute, length });
        const after = zone.momentOf(zone.days[seenFrom]!.number, 0);
        const last = wanted.at(-1)?.startsAt ?? 0;
        expect(take(rule, startsAt - 1, last)).toEqual(wanted);
        expect(take(rule, after, last)).toEqual(wanted.filter((one) => one.endsAt > after));
      }),
      { numRuns: 12 },
    );
  });
});

it("returns no occurrence that doesn't end before the year 10000", () => {
  const recurrence = { every: "day", interval: 1 } as const;
  for (const [timezone, ends] of [
    ["UTC", [28, 29, 30, 31]],
    ["America/New_York", [28, 29, 30, 31]],
  ] as const) {
    const startsAt = Date.UTC(9999, 11, 28, 22);
    const rule = { startsAt, endsAt: startsAt + 3_600_000, timezone, recurrence };
    const found = [...occurrencesFrom(rule, 0)];
    expect(found.map(({ endsAt }) => new Date(endsAt).getUTCDate())).toEqual(ends);
  }
  const late = Date.UTC(9999, 11, 30, 23, 30);
  const overnight = { startsAt: late, endsAt: late + 3_600_000, timezone: "UTC", recurrence };
  expect([...occurrencesFrom(overnight, 0)]).toHaveLength(1);
});

function take(rule: Rule, after: number, last: number) {
  const found: { startsAt: number; endsAt: number }[] = [];
  for (const one of occurrencesFrom(rule, after)) {
    if (one.startsAt > last) break;
    found.push(one);
  }
  return found;
}

describe("occurrencesFrom", () => {
  const at = (text: string) => Date.parse(text);
  const nightly = (startsAt: string, endsAt: string, recurrence: Partial<Recurrence> = {}): Rule => ({
    startsAt: at(startsAt),
    endsAt: at(endsAt),
    timezone: "Europe/Warsaw",
    recurrence: { every: "day", interval: 1, ...recurrence },
  });
  const times = (rule: Rule, number: number) =>
    [...occurrencesFrom({ ...rule, recurrence: { ...rule.recurrence, count: number } }, 0)].map((one) =>
      [one.startsAt, one.endsAt].map((time) => new Date(time).toISOString()).join(" "),
    );

  it("moves a time skipped by a clock change to the next moment, and keeps the duration", () => {
    expect(times(nightly("2026-03-28T01:15:00Z", "2026-03-28T01:45:00Z"), 3)).toEqual([
      "2026-03-28T01:15:00.000Z 2026-03-28T01:45:00.000Z",
      "2026-03-29T01:00:00.000Z 2026-03-29T01:30:00.000Z",
      "2026-03-30T00:15:00.000Z 2026-03-30T00:45:00.000Z",
    ]);
  });

  it("uses the first occurrence of an hour that occurs twice", () => {
    expect(times(nightly("2026-10-24T00:30:00Z", "2026-10-24T00:45:00Z"), 3)).toEqual([
      "2026-10-24T00:30:00.000Z 2026-10-24T00:45:00.000Z",
      "2026-10-25T00:30:00.000Z 2026-10-25T00:45:00.000Z",
      "2026-10-26T01:30:00.000Z 2026-10-26T01:45:00.000Z",
    ]);
  });

  it("keeps the duration on the local clock when the end is after a clock change", () => {
    expect(times(nightly("2026-10-24T00:00:00Z", "2026-10-24T02:00:00Z"), 2)[1]).toBe(
      "2026-10-25T00:00:00.000Z 2026-10-25T03:00:00.000Z",
    );
  });

  it("skips months without the day", () => {
    const rule = nightly("2026-01-31T10:00:00Z", "2026-01-31T11:00:00Z", { every: "month" });
    expect(times(rule, 3).map((text) => text.slice(0, 10))).toEqual([
      "2026-01-31",
      "2026-03-31",
      "2026-05-31",
    ]);
  });
});

describe("findRecurrenceProblem", () => {
  const problemOf = (change: Partial<Rule>, recurrence: Partial<Recurrence>) =>
    findRecurrenceProblem({
      startsAt: Date.parse("2026-06-01T10:00:00Z"),
      endsAt: Date.parse("2026-06-01T12:00:00Z"),
      timezone: "UTC",
      ...change,
      recurrence: { every: "week", interval: 1, ...recurrence },
    })?.path;

  it("requires the first occurrence on a day of the rule", () => {
    expect(problemOf({}, { weekdays: ["mon", "fri"] })).toBeUndefined();
    expect(problemOf({}, { weekdays: ["tue"] })).toBe("recurrence.weekdays");
    expect(problemOf({}, { every: "month", monthDay: 2 })).toBe("recurrence.monthDay");
    expect(problemOf({}, { every: "month", nthWeekday: { nth: 2, weekday: "mon" } })).toBe(
      "recurrence.nthWeekday",
    );
    // It is already the next day in that zone.
    expect(problemOf({ timezone: "Pacific/Kiritimati" }, { weekdays: ["mon"] })).toBe("recurrence.weekdays");
  });

  it("rejects an end before the first occurrence, and occurrences that overlap", () => {
    expect(problemOf({}, { until: Date.parse("2026-06-01T09:59:59Z") })).toBe("recurrence.until");
    const endsAt = Date.parse("2026-06-02T10:00:00Z");
    expect(problemOf({ endsAt }, { every: "day" })).toBeUndefined();
    expect(problemOf({ endsAt: endsAt + 1 }, { every: "day" })).toBe("endsAt");
    expect(problemOf({ endsAt: endsAt + 1 }, { weekdays: ["mon", "tue"] })).toBe("endsAt");
  });
});
