import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Cron, longestGapSecs, parseCron } from "../../src/lib/cron.ts";
import { nextRun } from "../../src/lib/cron_times.ts";
import { runsAsCron, type Walk, walk } from "./cron_oracle.ts";

const MINUTE = 60_000;
const DAYS = 5;

/** Zones whose clocks change at night, at midnight, over midnight, by half an hour, by a whole day, and never. */
const CHANGES: readonly (readonly [timezone: string, day: string])[] = [
  ["Europe/Berlin", "2026-03-29"],
  ["Europe/Berlin", "2026-10-25"],
  ["America/New_York", "2026-03-08"],
  ["America/New_York", "2026-11-01"],
  ["America/Havana", "2026-03-08"],
  ["America/Havana", "2026-11-01"],
  ["Africa/Cairo", "2026-04-24"],
  ["Africa/Cairo", "2026-10-30"],
  ["Africa/Casablanca", "2026-02-15"],
  ["Africa/Casablanca", "2026-03-22"],
  ["America/Nuuk", "2026-03-28"],
  ["America/Nuuk", "2026-10-24"],
  ["America/Sao_Paulo", "2018-11-04"],
  ["America/Sao_Paulo", "2018-02-18"],
  ["Australia/Lord_Howe", "2026-04-05"],
  ["Australia/Lord_Howe", "2026-10-04"],
  ["Pacific/Chatham", "2026-04-05"],
  ["Pacific/Apia", "2011-12-30"],
  ["Asia/Kolkata", "2026-06-15"],
  ["UTC", "2028-02-29"],
];

const walks: readonly Walk[] = CHANGES.map(([timezone, day]) => {
  const from = Date.parse(`${day}T00:00Z`) / MINUTE - (DAYS * 1440) / 2;
  return walk(timezone, { from, minutes: DAYS * 1440 });
});

function cronOf(text: string): Cron {
  const cron = parseCron(text);
  if (typeof cron === "string") throw new Error(`${text}: ${cron}`);
  return cron;
}

function field(from: number, to: number): fc.Arbitrary<string> {
  const value = fc.integer({ min: from, max: to });
  const range = fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
  const part = fc.oneof(
    value.map(String),
    range,
    fc.tuple(range, fc.integer({ min: 1, max: 20 })).map(([span, step]) => `${span}/${step}`),
  );
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant("*") },
    fc.integer({ min: 2, max: 40 }).map((step) => `*/${step}`),
    fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(",")),
  );
}

/** Often in the hours in which clocks change. */
const hour = fc.oneof(field(0, 23), fc.constantFrom("0", "1", "2", "3", "23", "1-3", "*"));
const day = fc.oneof({ weight: 3, arbitrary: fc.constant("*") }, field(1, 28));
const weekday = fc.oneof({ weight: 3, arbitrary: fc.constant("*") }, field(0, 7));
const schedule = fc
  .tuple(field(0, 59), hour, day, fc.constant("*"), weekday)
  .map((fields) => fields.join(" "));

function runsBetween(
  cron: Cron,
  timezone: string,
  { after, before }: { after: number; before: number },
): number[] {
  const runs: number[] = [];
  for (let at = nextRun(cron, timezone, after); at < before; at = nextRun(cron, timezone, at)) runs.push(at);
  return runs;
}

describe("nextRun", () => {
  it("runs when classic cron does, minute by minute, across clock changes", () => {
    fc.assert(
      fc.property(fc.constantFrom(...walks), schedule, (walked, text) => {
        const cron = cronOf(text);
        fc.pre(cron.minutes.length <= 100);
        const after = (walked.from - 1) * MINUTE;
        const before = (walked.from + walked.walls.length) * MINUTE;
        expect(runsBetween(cron, walked.timezone, { after, before })).toEqual(runsAsCron(cron, walked));
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ["30 2 * * *", "Europe/Berlin", "2026-03-28T12:00Z", ["2026-03-29T01:00Z", "2026-03-30T00:30Z"]],
    ["30 2 * * *", "Europe/Berlin", "2026-10-24T12:00Z", ["2026-10-25T00:30Z", "2026-10-26T01:30Z"]],
    [
      "*/30 2 * * *",
      "Europe/Berlin",
      "2026-10-24T12:00Z",
      ["2026-10-25T00:00Z", "2026-10-25T00:30Z", "2026-10-25T01:00Z"],
    ],
    ["*/30 2 * * *", "Europe/Berlin", "2026-03-28T12:00Z", ["2026-03-30T00:00Z"]],
    ["0 0 29 2 *", "UTC", "2026-01-01T00:00Z", ["2028-02-29T00:00Z", "2032-02-29T00:00Z"]],
    ["0 12 13 * fri", "UTC", "2026-11-10T00:00Z", ["2026-11-13T12:00Z", "2026-11-20T12:00Z"]],
    ["@weekly", "America/New_York", "2026-11-01T12:00Z", ["2026-11-08T05:00Z"]],
  ])("%s in %s after %s", (text, timezone, after, runs) => {
    let at = Date.parse(after);
    const found = runs.map(() => {
      at = nextRun(cronOf(text), timezone, at);
      return at;
    });
    expect(found).toEqual(runs.map((run) => Date.parse(run)));
  });
});

describe("longestGapSecs", () => {
  it("is never shorter than an actual gap", () => {
    fc.assert(
      fc.property(schedule, fc.constantFrom("Europe/Berlin", "UTC", "America/Havana"), (text, timezone) => {
        const cron = cronOf(text);
        const first = nextRun(cron, timezone, Date.parse("2026-10-20T00:00Z"));
        const longestMs = longestGapSecs(cron) * 1000;
        let last = first;
        for (let i = 0; i < 15; i++) {
          const next = nextRun(cron, timezone, last);
          expect(next - last).toBeLessThanOrEqual(longestMs);
          last = next;
        }
      }),
      { numRuns: 60 },
    );
  });
});
