import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  computeDailyUptime,
  computeUptime,
  type HistoryState,
  mergeSpans,
  type Segment,
  type Span,
  type Uptime,
  type UptimeOptions,
} from "../../../src/domain/uptime/uptime.ts";

const DAY_SECS = 86_400;

/** Such as `up 0-20`, in seconds. A row without an end is open. */
function rows(...texts: string[]): Segment[] {
  return texts.map((text) => {
    const [, state, from, to] = /^(\w+) (\d+)-(\d*)$/.exec(text)!;
    const end = to === "" ? null : Number(to) * 1000;
    return { state: state as HistoryState, from: Number(from) * 1000, to: end, message: "" };
  });
}

function range(from: number, to: number, windows: [number, number][] = []): UptimeOptions {
  const spans = windows.map(([start, end]) => ({ from: start * 1000, to: end * 1000 }));
  return { from: from * 1000, to: to * 1000, windows: spans, knownUntil: to * 1000 };
}

const NONE = { up: 0, degraded: 0, down: 0, affected: 0, maintenance: 0, noData: 0 };

describe("computeUptime", () => {
  it("is null if no time has a state", () => {
    const nothing = { uptime: null, outages: 0, mttrSeconds: null };
    expect(computeUptime([], range(0, 10))).toEqual({ ...nothing, seconds: { ...NONE, noData: 10 } });
    expect(computeUptime(rows("up 0-10"), range(10, 20))).toEqual({
      ...nothing,
      seconds: { ...NONE, noData: 10 },
    });
    expect(computeUptime(rows("up 0-10"), range(5, 5)).uptime).toBeNull();
    expect(computeUptime(rows("down 0-10"), range(0, 10, [[0, 10]]))).toEqual({
      ...nothing,
      seconds: { ...NONE, maintenance: 10 },
    });
  });

  it("counts degraded as up, and affected as neither up nor an outage", () => {
    const found = computeUptime(
      rows("up 0-40", "degraded 40-50", "affected 50-60", "down 60-80"),
      range(0, 100),
    );
    expect(found.seconds).toEqual({ ...NONE, up: 40, degraded: 10, affected: 10, down: 20, noData: 20 });
    expect(found.uptime).toBeCloseTo(50 / 80, 12);
    expect(found.outages).toBe(1);
  });

  it("counts the open row only as far as it is known", () => {
    const options = { ...range(0, 100), knownUntil: 30_000 };
    expect(computeUptime(rows("up 0-"), options).seconds).toEqual({ ...NONE, up: 30, noData: 70 });
    expect(computeUptime(rows("up 50-"), options).seconds).toEqual({ ...NONE, noData: 100 });
  });

  it("subtracts maintenance, even overlapping, unsorted or beyond the range", () => {
    const windows: [number, number][] = [
      [60, 70],
      [0, 20],
      [10, 25],
      [90, 500],
    ];
    const { seconds, uptime } = computeUptime(
      rows("up 0-15", "down 15-65", "up 65-"),
      range(10, 100, windows),
    );
    expect(seconds).toEqual({ ...NONE, maintenance: 35, down: 35, up: 20 });
    expect(uptime).toBeCloseTo(20 / 55, 12);
  });

  it.each([
    ["one", ["up 0-10", "down 10-20", "up 20-100"], [], 1, 10],
    ["two", ["down 0-10", "up 10-20", "down 20-50", "up 50-100"], [], 2, 20],
    ["one across missing data", ["down 0-10", "down 30-40", "up 40-100"], [], 1, 20],
    ["one across maintenance", ["down 0-40", "up 40-100"], [[10, 20]], 1, 30],
    [
      "one across a recovery inside maintenance",
      ["down 0-10", "up 10-15", "down 15-40", "up 40-100"],
      [[8, 18]],
      1,
      30,
    ],
    ["one that continues, without a time to recovery", ["up 0-50", "down 50-100"], [], 1, null],
    ["none inside maintenance", ["up 0-10", "down 10-20", "up 20-100"], [[5, 25]], 0, null],
    ["one that turns degraded as ended", ["down 0-20", "degraded 20-100"], [], 1, 20],
    ["one that turns affected as ended", ["down 0-20", "affected 20-100"], [], 1, 20],
    ["none for degraded", ["up 0-20", "degraded 20-100"], [], 0, null],
  ] as [string, string[], [number, number][], number, number | null][])(
    "counts outages: %s",
    (_, texts, windows, outages, mttrSeconds) => {
      expect(computeUptime(rows(...texts), range(0, 100, windows))).toMatchObject({ outages, mttrSeconds });
    },
  );

  it.each([
    ["in full", ["up 0-10", "down 10-60", "up 60-100"], [], 1, 50],
    [
      "without maintenance and gaps before the range",
      ["down 0-10", "down 15-60", "up 60-100"],
      [[20, 30]],
      1,
      45,
    ],
    ["if the range begins with its end", ["down 0-50", "up 50-100"], [], 0, 50],
    ["only if it ends inside the range", ["down 0-40", "up 40-100"], [], 0, null],
  ] as [string, string[], [number, number][], number, number | null][])(
    "counts an outage from before the range %s",
    (_, texts, windows, outages, mttrSeconds) => {
      const found = computeUptime(rows(...texts), range(50, 100, windows));
      expect(found).toMatchObject({ outages, mttrSeconds });
    },
  );
});

describe("computeDailyUptime", () => {
  it("splits at midnight UTC, with partial first and last days", () => {
    const segments = rows(
      `up 0-${DAY_SECS - 100}`,
      `down ${DAY_SECS - 100}-${DAY_SECS + 50}`,
      `up ${DAY_SECS + 50}-`,
    );
    const days = computeDailyUptime(segments, range(DAY_SECS - 200, 3 * DAY_SECS));
    expect(
      days.map(({ date, uptime, outages, mttrSeconds }) => [date, uptime, outages, mttrSeconds]),
    ).toEqual([
      ["1970-01-01", 0.5, 1, null],
      ["1970-01-02", 1 - 50 / DAY_SECS, 1, 150],
      ["1970-01-03", 1, 0, null],
    ]);
  });

  it("has no days in an empty range", () => {
    expect(computeDailyUptime([], range(5, 5))).toEqual([]);
  });

  it("reads each row once for any number of days", () => {
    let reads = 0;
    const segments = rows("up 0-100", `down 100-${200 * DAY_SECS}`, `up ${200 * DAY_SECS}-`).map((row) => ({
      ...row,
      get state() {
        reads += 1;
        return row.state;
      },
    }));
    expect(computeDailyUptime(segments, range(0, 366 * DAY_SECS))).toHaveLength(366);
    expect(reads).toBe(3);
  });
});

const STATES = ["up", "degraded", "down", "affected", "none"] as const;
const pieces = fc.array(fc.tuple(fc.constantFrom(...STATES), fc.integer({ min: 1, max: 40 })), {
  maxLength: 25,
});
const windows = fc.array(fc.tuple(fc.integer({ min: -20, max: 400 }), fc.integer({ min: 1, max: 80 })), {
  maxLength: 6,
});

function segmentsOf(
  list: readonly (readonly [(typeof STATES)[number], number])[],
  isOpen: boolean,
): Segment[] {
  let at = 0;
  const segments: Segment[] = [];
  for (const [state, secs] of list) {
    if (state !== "none") segments.push({ state, from: at * 1000, to: (at + secs) * 1000, message: "" });
    at += secs;
  }
  const last = segments.at(-1);
  if (last && isOpen && list.at(-1)?.[0] !== "none") last.to = null;
  return segments;
}

/** Evaluates each second. */
function replay(segments: readonly Segment[], options: UptimeOptions): Uptime {
  const seconds = { ...NONE };
  let outages = 0;
  let running = 0;
  let isCounted = false;
  const ended: number[] = [];
  for (let at = 0; at < options.to; at += 1000) {
    const isInRange = at >= options.from;
    const isInside = (span: Span) => at >= span.from && at < span.to;
    const row = segments.find(({ from, to }) => isInside({ from, to: to ?? options.knownUntil }));
    const state = options.windows.some(isInside) ? "maintenance" : (row?.state ?? "noData");
    if (isInRange) seconds[state] += 1;
    if (state === "down") {
      if (isInRange && !isCounted) outages += 1;
      isCounted = isInRange;
      running += 1;
    } else if (running > 0 && state !== "maintenance" && state !== "noData") {
      if (isInRange) ended.push(running);
      running = 0;
      isCounted = false;
    }
  }
  const stated = seconds.up + seconds.degraded + seconds.down + seconds.affected;
  return {
    uptime: stated ? (seconds.up + seconds.degraded) / stated : null,
    seconds,
    outages,
    mttrSeconds: ended.length ? ended.reduce((a, b) => a + b) / ended.length : null,
  };
}

describe("uptime compared with a replay of every second", () => {
  const bound = fc.integer({ min: 0, max: 500 });
  it("matches for any rows, windows and range", () => {
    fc.assert(
      fc.property(pieces, fc.boolean(), windows, bound, bound, bound, (list, isOpen, spans, a, b, known) => {
        const ends = spans.map(([from, secs]): [number, number] => [from, from + secs]);
        const options = { ...range(Math.min(a, b), Math.max(a, b), ends), knownUntil: known * 1000 };
        const segments = segmentsOf(list, isOpen);
        const found = computeUptime(segments, options);
        expect(found).toEqual(replay(segments, options));
        if (found.uptime !== null) expect(found.uptime >= 0 && found.uptime <= 1).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("matches for each day", () => {
    const hours = fc.array(fc.tuple(fc.constantFrom(...STATES), fc.integer({ min: 600, max: 100_000 })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(hours, windows, fc.integer({ min: 0, max: 200_000 }), (list, spans, from) => {
        const ends = spans.map(([start, secs]): [number, number] => [start * 1000, (start + secs) * 1000]);
        const options = range(from, from + 3 * DAY_SECS, ends);
        const segments = segmentsOf(list, false);
        for (const { date, ...day } of computeDailyUptime(segments, options)) {
          const midnight = Date.parse(date);
          const start = Math.max(options.from, midnight);
          const end = Math.min(options.to, midnight + DAY_SECS * 1000);
          expect(day).toEqual(computeUptime(segments, { ...options, from: start, to: end }));
        }
      }),
    );
  });
});

describe("mergeSpans", () => {
  it("joins adjacent spans, and doesn't change its input", () => {
    const spans = [
      { from: 5, to: 9 },
      { from: 0, to: 5 },
      { from: 20, to: 10 },
    ];
    const kept = structuredClone(spans);
    expect(mergeSpans(spans, { from: 1, to: 100 })).toEqual([{ from: 1, to: 9 }]);
    expect(spans).toEqual(kept);
  });
});
