import { describe, expect, it } from "vitest";
import { decideOccurrences, type KnownOccurrence } from "../../../src/domain/incident/occurrence_plan.ts";
import {
  findOccurrence,
  keepExceptions,
  planOccurrences,
  type Series,
  type SeriesWindow,
} from "../../../src/domain/incident/series.ts";
import { progressAfterMove } from "../../../src/domain/incident/turn.ts";
import { toCalendarSeries, zoneLines } from "../../../src/domain/page/calendar_series.ts";

const [HOUR, DAY] = [3_600_000, 86_400_000];
const START = Date.UTC(2026, 5, 1, 2);

function daily(series: Partial<Series> = {}): SeriesWindow {
  const recurrence = { every: "day" as const, interval: 1 };
  return {
    startsAt: START,
    endsAt: START + HOUR,
    series: { recurrence, timezone: "UTC", announceHours: 12, exceptions: [], ...series },
  };
}

describe("planOccurrences", () => {
  it("returns the next ten: including the running one and moved ones, without skipped ones", () => {
    const moved = { startsAt: START + 5 * HOUR, endsAt: START + 6 * HOUR };
    const exceptions = [
      { at: START + DAY, moved: null },
      { at: START + 4 * DAY, moved },
    ];
    const next = planOccurrences(daily({ exceptions }), START + 1);
    expect(next).toHaveLength(10);
    expect(next.map(({ at }) => (at - START) / DAY)).toEqual([0, 4, 2, 3, 5, 6, 7, 8, 9, 10]);
    expect(next[1]).toMatchObject({ ...moved, isMoved: true });
  });

  it("announces only the next one: never before the previous one is over", () => {
    const announced = (announceHours: number) =>
      planOccurrences(daily({ announceHours }), START).map(({ at, announceAt }) => (at - announceAt) / HOUR);
    expect(announced(12).slice(0, 3)).toEqual([12, 12, 12]);
    expect(announced(72).slice(0, 3)).toEqual([72, 23, 23]);
    expect(announced(0).slice(0, 2)).toEqual([0, 0]);
  });
});

describe("findOccurrence", () => {
  it("returns only occurrences of the rule, even skipped ones", () => {
    const exceptions = [{ at: START + DAY, moved: null }];
    const found = findOccurrence(daily({ exceptions }), START + DAY);
    expect(found).toMatchObject({ startsAt: START + DAY, exception: exceptions[0] });
    for (const at of [START + 1, START - DAY]) expect(findOccurrence(daily(), at)).toBeNull();
  });
});

describe("keepExceptions", () => {
  it("deletes changes without an occurrence, and old ones", () => {
    const exceptions = [0, 1, 1.5, 450].map((days) => ({ at: START + days * DAY, moved: null }));
    const kept = keepExceptions(daily({ exceptions }), START + 401 * DAY);
    expect(kept.map(({ at }) => (at - START) / DAY)).toEqual([450]);
    expect(keepExceptions(daily({ exceptions }), START)).toHaveLength(3);
  });
});

describe("decideOccurrences", () => {
  const NOW = START + HOUR / 2;
  const known = (id: number, at: number, progress: KnownOccurrence["progress"]): KnownOccurrence => {
    return { id, at, startsAt: at, endsAt: at + HOUR, announceAt: at - HOUR, progress };
  };
  const decide = (rows: KnownOccurrence[], window: SeriesWindow, isReplanned: boolean) =>
    decideOccurrences(rows, {
      planned: planOccurrences(window, NOW),
      exceptions: window.series.exceptions,
      isReplanned,
      now: NOW,
    });

  it("leaves a running occurrence until its end, or until an end that was set", () => {
    const rows = [known(1, START, "started"), known(2, START + DAY, "announced")];
    const later = { ...daily(), startsAt: START + 2 * DAY, endsAt: START + 2 * DAY + HOUR };
    const plan = decide(rows, later, false);
    expect([plan.changed, plan.removed.map(({ id }) => id)]).toEqual([[], [2]]);
    const ended = { at: START, moved: { startsAt: START, endsAt: NOW } };
    const { changed } = decide(rows, daily({ exceptions: [ended] }), false);
    expect(changed.find(({ id }) => id === 1)).toMatchObject({ endsAt: NOW, turnAt: NOW, isMoved: false });
  });

  it("moves occurrences to a new rule, and announces the new time", () => {
    const rows = [known(2, START + DAY, "announced"), known(3, START + 2 * DAY, "planned")];
    const later = { ...daily(), startsAt: START + DAY + HOUR, endsAt: START + DAY + 2 * HOUR };
    const plan = decide(rows, later, true);
    expect(
      plan.changed.map(({ id, startsAt, progress, isMoved }) => [id, startsAt, progress, isMoved]),
    ).toEqual([
      [2, START + DAY + HOUR, "announced", true],
      [3, START + 2 * DAY + HOUR, "planned", true],
    ]);
    expect([plan.added.length, plan.removed]).toEqual([8, []]);
    expect(decide(rows, later, false).removed).toHaveLength(2);
  });
});

describe("progressAfterMove", () => {
  it.each([
    ["planned", 5, 6, "planned"],
    ["announced", 5, 6, "announced"],
    ["started", 5, 6, "announced"],
    ["completed", -1, 6, "started"],
    ["started", -2, -1, "started"],
    ["announced", -2, -1, "completed"],
  ] as const)("for a %s window moved to %i until %i returns %s", (progress, startsAt, endsAt, expected) => {
    expect(progressAfterMove({ progress, startsAt: 3 }, { startsAt, endsAt }, 0)).toBe(expected);
  });
});

describe("a series in a calendar", () => {
  const warsaw = { timezone: "Europe/Warsaw" };

  it("lists each occurrence whose local time differs from the rule", () => {
    const startsAt = Date.UTC(2026, 2, 28, 1, 15);
    const window = { ...daily(warsaw), startsAt, endsAt: startsAt + HOUR / 2 };
    const { from, rule, others } = toCalendarSeries(window, startsAt);
    expect([from, rule]).toEqual(["20260328T021500", "FREQ=DAILY"]);
    expect(others).toEqual([{ at: "20260329T021500", from: "20260329T030000", to: "20260329T033000" }]);
  });

  it("includes the clock changes of its zone", () => {
    const [from, now] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2)];
    const lines = zoneLines("Europe/Warsaw", { from, now });
    const summer = lines.indexOf("DTSTART:20260329T020000");
    expect(lines.slice(summer - 1, summer + 4)).toEqual([
      "BEGIN:DAYLIGHT",
      "DTSTART:20260329T020000",
      "TZOFFSETFROM:+0100",
      "TZOFFSETTO:+0200",
      "END:DAYLIGHT",
    ]);
    expect(lines.filter((line) => line === "BEGIN:STANDARD")).toHaveLength(4);
    expect(zoneLines("UTC", { from, now }).filter((line) => line.startsWith("BEGIN:"))).toEqual([
      "BEGIN:VTIMEZONE",
      "BEGIN:STANDARD",
    ]);
  });
});
