import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decideSlot,
  earliest,
  hasNextAttempt,
  indexInWatch,
  nextDue,
  offsetOf,
  slotAt,
  watchOf,
} from "../../../src/domain/monitor/schedule.ts";

const intervalSecs = fc.integer({ min: 10, max: 86_400 });
const watch = fc.integer({ min: 0, max: 5000 });
const time = fc.integer({ min: 1_700_000_000_000, max: 1_800_000_000_000 });

describe("watchOf", () => {
  it("puts 32 monitors into a watch, each with its own index", () => {
    expect([watchOf(1), watchOf(31), watchOf(32), watchOf(1000)]).toEqual([0, 0, 1, 31]);
    expect([indexInWatch(1), indexInWatch(31), indexInWatch(32), indexInWatch(1000)]).toEqual([1, 31, 0, 8]);
  });
});

describe("offsetOf", () => {
  it("is the same for one watch, and within a day", () => {
    fc.assert(
      fc.property(watch, (number) => {
        const offset = offsetOf(number);
        expect(offset).toBe(offsetOf(number));
        expect(Number.isInteger(offset) && offset >= 0 && offset < 86_400_000).toBe(true);
      }),
    );
  });

  it.each([
    [10, 32, 150],
    [60, 32, 900],
    [300, 30, 3500],
  ])("keeps %i-second grids of %i watches at least %i ms apart", (secs, watches, apart) => {
    const places = Array.from({ length: watches }, (_, n) => offsetOf(n) % (secs * 1000)).sort(
      (a, b) => a - b,
    );
    const distances = places.map((place, i) => (places[i + 1] ?? places[0]! + secs * 1000) - place);
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(apart);
  });
});

describe("nextDue", () => {
  it("returns the next slot of the grid, never the current time", () => {
    const grid = { intervalSecs: 10, offsetMs: 3000 };
    expect(nextDue(grid, 0)).toBe(3000);
    expect(nextDue(grid, 2999)).toBe(3000);
    expect(nextDue(grid, 3000)).toBe(13_000);
    expect(nextDue(grid, 3001)).toBe(13_000);
  });

  it("moves from slot to slot by one interval, from anywhere in the slot", () => {
    fc.assert(
      fc.property(intervalSecs, watch, time, (secs, number, now) => {
        const grid = { intervalSecs: secs, offsetMs: offsetOf(number) };
        const due = nextDue(grid, now);
        expect(due).toBeGreaterThan(now);
        expect(due - now).toBeLessThanOrEqual(secs * 1000);
        expect(slotAt(grid, now)).toBe(due - secs * 1000);
        expect(nextDue(grid, due)).toBe(due + secs * 1000);
        expect(nextDue(grid, due + secs * 1000 - 1)).toBe(due + secs * 1000);
      }),
    );
  });

  it("aligns multiples of an interval with it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 600 }),
        fc.integer({ min: 1, max: 100 }),
        watch,
        time,
        (secs, n, number, now) => {
          const offsetMs = offsetOf(number);
          const due = nextDue({ intervalSecs: secs * n, offsetMs }, now);
          expect(slotAt({ intervalSecs: secs, offsetMs }, due)).toBe(due);
        },
      ),
    );
  });
});

describe("decideSlot", () => {
  const tenSecs = { intervalSecs: 10, offsetMs: 0 };
  const hour = { intervalSecs: 3600, offsetMs: 0 };
  it.each([
    ["not before it is due", tenSecs, 10_000, 9_999, null],
    ["when it is due", tenSecs, 10_000, 10_000, 10_000],
    ["a little late", tenSecs, 10_000, 14_999, 10_000],
    ["nothing when the next slot is near", tenSecs, 10_000, 15_001, null],
    ["only the current slot after missed ones", tenSecs, 10_000, 91_000, 90_000],
    ["late when the next slot is far away", hour, 3_600_000, 4_200_000, 3_600_000],
    ["late after missed slots when the next is far away", hour, 3_600_000, 11_400_000, 10_800_000],
    ["nothing late when the next slot is within the minute", hour, 3_600_000, 7_150_000, null],
    ["nothing on a grid that starts later", hour, 3_700_000, 3_800_000, null],
  ])("checks %s", (_, grid, plannedAt, now, slot) => {
    expect(decideSlot(grid, { plannedAt, now })).toBe(slot);
  });

  it("runs every slot once while the watch is alive, despite late alarms and slow checks", () => {
    const lateness = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(intervalSecs, watch, time, lateness, (secs, number, start, lates) => {
        const grid = { intervalSecs: secs, offsetMs: offsetOf(number) };
        const first = nextDue(grid, start);
        let plannedAt = first;
        const slots = lates.map((late) => {
          const now = plannedAt + Math.min(late, secs * 1000 - 1);
          const slot = decideSlot(grid, { plannedAt, now });
          plannedAt = nextDue(grid, now);
          return slot;
        });
        expect(slots).toEqual(lates.map((_, i) => first + i * secs * 1000));
      }),
    );
  });

  it("never runs a slot twice or after its end, whatever the gaps", () => {
    const absences = fc.array(fc.integer({ min: 0, max: 200_000 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(intervalSecs, watch, time, absences, (secs, number, start, sleeps) => {
        const grid = { intervalSecs: secs, offsetMs: offsetOf(number) };
        let now = start;
        let plannedAt = nextDue(grid, now);
        const slots: number[] = [];
        for (const sleep of sleeps) {
          now += sleep;
          const slot = decideSlot(grid, { plannedAt, now });
          if (slot !== null) {
            expect(slot).toBe(slotAt(grid, now));
            slots.push(slot);
          }
          if (now >= plannedAt) plannedAt = nextDue(grid, now);
        }
        expect(new Set(slots).size).toBe(slots.length);
      }),
    );
  });

  it("never extends a gap by more than a minute", () => {
    fc.assert(
      fc.property(intervalSecs, watch, time, (secs, number, now) => {
        const grid = { intervalSecs: secs, offsetMs: offsetOf(number) };
        const plannedAt = slotAt(grid, now);
        const slot = decideSlot(grid, { plannedAt, now });
        if (slot === null) expect(nextDue(grid, now) - now).toBeLessThanOrEqual(60_000);
        else expect(slot).toBe(plannedAt);
      }),
    );
  });
});

describe("earliest", () => {
  it("returns the smallest value, or null for none", () => {
    expect(earliest([3, 1, 2])).toBe(1);
    expect(earliest(new Set<number>())).toBeNull();
  });
});

describe("hasNextAttempt", () => {
  it.each([
    ["down", 1, 3, true],
    ["down", 2, 3, true],
    ["down", 3, 3, false],
    ["down", 1, 1, false],
    ["degraded", 1, 3, false],
    ["up", 1, 3, false],
  ] as const)("after %s, attempt %i of %i, returns %s", (status, attempt, retries, want) => {
    expect(hasNextAttempt(status, { attempt, retries })).toBe(want);
  });
});
