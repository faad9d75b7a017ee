import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findTurns, listShifts, type OnCallSchedule } from "../../../src/domain/on_call/schedule.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/lib/units.ts";
import { findSlowly, listClockChanges, readClocks } from "./slow_schedule.ts";

const ZONES = [
  "UTC",
  "Europe/Warsaw",
  "Europe/London",
  "America/New_York",
  "America/Sao_Paulo",
  "America/St_Johns",
  "Africa/Cairo",
  "Asia/Kolkata",
  "Asia/Beirut",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "America/Havana",
];
const SPAN = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2028, 0, 1) };
const [ADA, BO, CY] = [1, 2, 3];

const findOnCall = (schedule: OnCallSchedule, at: number) =>
  listShifts(schedule, { from: at, to: at + MINUTE_MS })[0]!.userId;
const time = (text: string) => Date.parse(text);
const only = (rotation: object, more: Partial<OnCallSchedule> = {}): OnCallSchedule => ({
  timeZone: "Europe/Warsaw",
  rotations: [
    {
      name: "Primary",
      startsAt: time("2026-03-02T00:00+01:00"),
      shift: { every: 1, unit: "day" },
      handoverAt: "09:00",
      userIds: [ADA, BO],
      ...rotation,
    },
  ],
  overrides: [],
  ...more,
});
const described = (schedule: OnCallSchedule, from: string, to: string) =>
  listShifts(schedule, { from: time(from), to: time(to) }).map(
    (shift) => `${shift.userId ?? "nobody"} until ${new Date(shift.to).toISOString().slice(5, 16)}`,
  );

describe("a rotation", () => {
  it("starts with the first person, and hands over at the same local time in summer and winter", () => {
    const weekly = only({ shift: { every: 1, unit: "week" } });
    expect(described(weekly, "2026-03-02T00:00+01:00", "2026-04-07T00:00Z")).toEqual([
      "1 until 03-09T08:00",
      "2 until 03-16T08:00",
      "1 until 03-23T08:00",
      "2 until 03-30T07:00",
      "1 until 04-06T07:00",
      "2 until 04-07T00:00",
    ]);
    expect(findOnCall(weekly, time("2026-03-01T22:59Z"))).toBeNull();
  });

  it("hands over twelve hours apart on the local clock, in a night of 23 and of 25 hours", () => {
    const halves = only({
      shift: { every: 12, unit: "hour" },
      handoverAt: "08:00",
      startsAt: time("2026-03-02T08:00+01:00"),
    });
    expect(described(halves, "2026-03-28T19:00Z", "2026-03-29T18:00Z")).toEqual([
      "2 until 03-29T06:00",
      "1 until 03-29T18:00",
    ]);
    expect(described(halves, "2026-10-24T18:00Z", "2026-10-25T19:00Z")).toEqual([
      "2 until 10-25T07:00",
      "1 until 10-25T19:00",
    ]);
  });

  it("hands over once if the time occurs twice, and at the clock change if it is skipped", () => {
    const nights = only({ handoverAt: "02:30" });
    const changes = (day: string) =>
      listShifts(nights, { from: time(`${day}T00:00Z`), to: time(`${day}T06:00Z`) });
    expect(changes("2026-10-25").map(({ to }) => to)).toEqual([
      time("2026-10-25T00:30Z"),
      time("2026-10-25T06:00Z"),
    ]);
    expect(changes("2026-03-29").map(({ to }) => to)).toEqual([
      time("2026-03-29T01:00Z"),
      time("2026-03-29T06:00Z"),
    ]);
  });

  it("starts hours at the first and ends them at the last occurrence of a time", () => {
    const night = { hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: "22:00", to: "02:30" }], userIds: [ADA] };
    expect(described(only(night), "2026-10-24T20:00Z", "2026-10-25T06:00Z")).toEqual([
      "1 until 10-25T01:30",
      "nobody until 10-25T06:00",
    ]);
    const untilTwo = { ...night, hours: [{ ...night.hours[0]!, to: "02:00" }] };
    expect(described(only(untilTwo), "2026-10-24T20:00Z", "2026-10-25T06:00Z")).toEqual([
      "1 until 10-25T01:00",
      "nobody until 10-25T06:00",
    ]);
  });
});

describe("a schedule", () => {
  const layered = (): OnCallSchedule => {
    const { rotations: base } = only({ userIds: [ADA] });
    const weekend = [{ days: [6, 7], from: "00:00", to: "00:00" }];
    const { rotations: extra } = only({ name: "Weekends", userIds: [BO], hours: weekend });
    return { timeZone: "Europe/Warsaw", rotations: [...base, ...extra], overrides: [] };
  };

  it("uses the last rotation that covers a moment, and overrides first", () => {
    const from = "2026-05-08T10:00Z";
    expect(described(layered(), from, "2026-05-11T10:00Z")).toEqual([
      "1 until 05-08T22:00",
      "2 until 05-10T22:00",
      "1 until 05-11T10:00",
    ]);
    const overrides = [
      { userId: CY, from: time("2026-05-08T16:00Z"), to: time("2026-05-09T06:00Z") },
      { userId: ADA, from: time("2026-05-09T05:00Z"), to: time("2026-05-09T06:00Z") },
    ];
    expect(described({ ...layered(), overrides }, from, "2026-05-11T10:00Z")).toEqual([
      "1 until 05-08T16:00",
      "3 until 05-09T05:00",
      "1 until 05-09T06:00",
      "2 until 05-10T22:00",
      "1 until 05-11T10:00",
    ]);
  });

  it("has gaps without anyone on call", () => {
    const office = only({ hours: [{ days: [1, 2, 3, 4, 5], from: "09:00", to: "17:00" }], userIds: [ADA] });
    expect(described(office, "2026-05-08T10:00Z", "2026-05-11T10:00Z")).toEqual([
      "1 until 05-08T15:00",
      "nobody until 05-11T07:00",
      "1 until 05-11T10:00",
    ]);
    expect(findTurns(office, time("2026-05-09T00:00Z"))).toEqual({
      now: { userId: null, until: time("2026-05-11T07:00Z") },
      next: { userId: ADA, from: time("2026-05-11T07:00Z") },
    });
  });

  it("finds the next other person, or none for a shift that never ends", () => {
    const daily = only({});
    expect(findTurns(daily, time("2026-05-04T12:00Z"))).toEqual({
      now: { userId: BO, until: time("2026-05-05T07:00Z") },
      next: { userId: ADA, from: time("2026-05-05T07:00Z") },
    });
    expect(findTurns(only({ userIds: [ADA] }), time("2026-05-04T12:00Z"))).toEqual({
      now: { userId: ADA, until: null },
      next: null,
    });
  });
});

describe("the person on call, compared with a table of every minute of two years", () => {
  const clock = fc
    .tuple(fc.nat(23), fc.nat(59))
    .map((parts) => parts.map((n) => String(n).padStart(2, "0")).join(":"));
  const early = fc
    .constantFrom("00:00", "01:30", "02:00", "02:30", "03:00")
    .chain((edge) => fc.oneof(clock, fc.constant(edge)));
  const hours = fc.record({
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    from: early,
    to: early,
  });
  const shift = fc.oneof(
    fc.record({ every: fc.constantFrom(1, 5, 8, 12, 36), unit: fc.constant("hour" as const) }),
    fc.record({ every: fc.constantFrom(1, 2, 3), unit: fc.constantFrom("day" as const, "week" as const) }),
  );
  const moment = fc
    .integer({ min: SPAN.from / MINUTE_MS + 4000, max: SPAN.to / MINUTE_MS - 4000 })
    .map((m) => m * MINUTE_MS);
  const rotation = fc.record({
    name: fc.constant("r"),
    startsAt: moment,
    shift,
    handoverAt: early,
    userIds: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
    hours: fc.option(fc.array(hours, { minLength: 1, maxLength: 2 }), { nil: undefined }),
  });
  const override = fc
    .record({ userId: fc.constantFrom(8, 9), from: moment, minutes: fc.integer({ min: 1, max: 9000 }) })
    .map(({ minutes, ...rest }) => ({ ...rest, to: rest.from + minutes * MINUTE_MS }));
  const content = fc.record({
    rotations: fc.array(rotation, { minLength: 1, maxLength: 3 }),
    overrides: fc.array(override, { maxLength: 2 }),
  });

  it.each(ZONES)("is the same in %s", (timeZone) => {
    const clocks = readClocks(timeZone, SPAN);
    const changes = listClockChanges(clocks);
    const places = fc.oneof(moment, ...(changes.length > 0 ? [fc.constantFrom(...changes)] : []));
    fc.assert(
      fc.property(content, places, (drawn, place) => {
        const schedule = { timeZone, ...drawn };
        const from = place - 4 * HOUR_MS;
        const shifts = listShifts(schedule, { from, to: from + DAY_MS / 2 });
        for (let at = from, i = 0; at < from + DAY_MS / 2; at += 5 * MINUTE_MS) {
          while (shifts[i]!.to <= at) i++;
          const slow = findSlowly(schedule, clocks, at);
          if (slow !== shifts[i]!.userId || (at % HOUR_MS === 0 && slow !== findOnCall(schedule, at)))
            expect({ at: new Date(at), userId: shifts[i]!.userId }).toEqual({
              at: new Date(at),
              userId: slow,
            });
        }
        for (const { to } of shifts.slice(0, -1)) {
          expect(findSlowly(schedule, clocks, to)).toBe(findOnCall(schedule, to));
          expect(findSlowly(schedule, clocks, to - MINUTE_MS)).toBe(findOnCall(schedule, to - MINUTE_MS));
        }
      }),
      { numRuns: 25 },
    );
  });
});
