import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeReport, makeWindowFinder, type ReportParts } from "../../../src/domain/uptime/report.ts";
import {
  BLOCK_DAYS,
  blockOf,
  isWithin,
  type ResponseBlock,
  wholeBlocks,
  wholeDays,
  withDay,
} from "../../../src/domain/uptime/response_block.ts";
import {
  addResponse,
  emptyResponseTimes,
  type ResponseDay,
  summariseResponses,
} from "../../../src/domain/uptime/response_times.ts";
import { type HistoryState, listDays, type Segment, type Span } from "../../../src/domain/uptime/uptime.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/lib/units.ts";

const START = Date.parse("2026-10-24T00:00Z");
const STATES = ["up", "degraded", "down", "affected", "none"] as const;
const EMPTY: ReportParts = {
  segments: [],
  open: null,
  knownUntil: 0,
  windows: [],
  times: [],
  days: new Map(),
};

const minutes = (max: number) => fc.integer({ min: 0, max });
const history = fc.array(fc.tuple(fc.constantFrom(...STATES), fc.integer({ min: 1, max: 900 })), {
  maxLength: 20,
});
const windows = fc.array(fc.tuple(minutes(5000), fc.integer({ min: 1, max: 600 })), { maxLength: 5 });

function segmentsOf(pieces: readonly (readonly [(typeof STATES)[number], number])[]): Segment[] {
  let at = START;
  return pieces.flatMap(([state, length]): Segment[] => {
    const from = at;
    at += length * MINUTE_MS;
    return state === "none" ? [] : [{ state: state as HistoryState, from, to: at, message: "" }];
  });
}

/** Evaluates each minute, with the day from the calendar. */
function replay(segments: readonly Segment[], spans: readonly Span[], { from, to }: Span, zone: string) {
  const days = new Map<string, Record<HistoryState | "maintenance" | "noData", number>>();
  const calendar = new Intl.DateTimeFormat("sv-SE", { timeZone: zone });
  for (let at = from; at < to; at += MINUTE_MS) {
    const isInside = (span: { from: number; to: number | null }) =>
      at >= span.from && at < (span.to ?? Infinity);
    const state = spans.some(isInside) ? "maintenance" : (segments.find(isInside)?.state ?? "noData");
    const date = calendar.format(at);
    const own = days.get(date) ?? { up: 0, degraded: 0, down: 0, affected: 0, maintenance: 0, noData: 0 };
    own[state] += 60;
    days.set(date, own);
  }
  return [...days].map(([date, seconds]) => {
    const stated = seconds.up + seconds.degraded + seconds.down + seconds.affected;
    return { date, seconds, uptime: stated > 0 ? (seconds.up + seconds.degraded) / stated : null };
  });
}

describe("makeReport", () => {
  it("matches a replay of every minute for each day, even across a clock change", () => {
    const zones = fc.constantFrom("UTC", "Europe/Warsaw", "America/New_York", "Asia/Kolkata");
    fc.assert(
      fc.property(
        history,
        windows,
        zones,
        minutes(3000),
        fc.integer({ min: 1, max: 4000 }),
        (pieces, spans, zone, from, length) => {
          const segments = segmentsOf(pieces);
          const holes = spans.map(([start, size]) => ({
            from: START + start * MINUTE_MS,
            to: START + (start + size) * MINUTE_MS,
          }));
          const span = { from: START + from * MINUTE_MS, to: START + (from + length) * MINUTE_MS };
          const parts = { ...EMPTY, segments, windows: holes, knownUntil: span.to };
          const { days = [], ...total } = makeReport(parts, span, listDays(zone, span));
          const expected = replay(segments, holes, span, zone);
          expect(days.map(({ date, seconds, uptime }) => ({ date, seconds, uptime }))).toEqual(expected);
          const down = expected.reduce((sum, { seconds }) => sum + seconds.down, 0);
          expect(total.seconds.down).toBe(down);
          expect(Object.values(total.seconds).reduce((a, b) => a + b)).toBe(length * 60);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("is empty for a monitor without data, and ignores time under maintenance", () => {
    const span = { from: START, to: START + DAY_MS };
    const none = { up: 0, degraded: 0, down: 0, affected: 0, maintenance: 0, noData: 0 };
    expect(makeReport(EMPTY, span, null)).toEqual({
      uptime: null,
      seconds: { ...none, noData: 86_400 },
      outages: 0,
      mttrSeconds: null,
      response: { avg: null, p95: null },
    });
    const down = [{ state: "down" as const, from: START, to: START + HOUR_MS, message: "" }];
    const covered = makeReport(
      { ...EMPTY, segments: down, windows: [{ from: START, to: START + HOUR_MS }] },
      span,
      null,
    );
    expect(covered).toMatchObject({ uptime: null, outages: 0, seconds: { down: 0, maintenance: 3600 } });
  });

  it("includes the open row of the watch that the database doesn't have yet", () => {
    const span = { from: START, to: START + 4 * HOUR_MS };
    const segments = [{ state: "up" as const, from: START, to: null, message: "" }];
    const open = { state: "down" as const, from: START + HOUR_MS };
    const { seconds } = makeReport({ ...EMPTY, segments, open, knownUntil: START + 3 * HOUR_MS }, span, null);
    expect(seconds).toMatchObject({ up: 3600, down: 7200, noData: 3600 });
  });
});

describe("makeWindowFinder", () => {
  it("finds windows for all monitors and for the given one", () => {
    const find = makeWindowFinder([
      { startsAt: 1, endsAt: 2, allMonitors: true, monitorIds: [] },
      { startsAt: 3, endsAt: 4, allMonitors: false, monitorIds: [7] },
    ]);
    expect(find(7)).toEqual([
      { from: 1, to: 2 },
      { from: 3, to: 4 },
    ]);
    expect(find(8)).toEqual([{ from: 1, to: 2 }]);
  });
});

describe("blocks of response times", () => {
  const DAYS = 3 * BLOCK_DAYS;
  const hours = fc.array(fc.tuple(minutes(DAYS * 24 - 1), fc.integer({ min: 1, max: 5000 })), {
    maxLength: 200,
  });

  it("give the same result as all hours of a span", () => {
    fc.assert(
      fc.property(hours, minutes(DAYS * 24), minutes(DAYS * 24), minutes(DAYS), (list, a, b, folded) => {
        const byDay = new Map<number, ResponseDay>();
        for (const [hour, ms] of list) {
          const own = byDay.get(Math.floor(hour / 24)) ?? new Map();
          const times = own.get(hour % 24) ?? emptyResponseTimes();
          addResponse(times, ms);
          byDay.set(Math.floor(hour / 24), own.set(hour % 24, times));
        }
        const blocks = new Map<number, ResponseBlock>();
        for (const [day, own] of [...byDay].sort(([x], [y]) => x - y)) {
          if (day < folded) blocks.set(blockOf(day), withDay(blocks.get(blockOf(day)) ?? null, day, own));
        }
        const span = { from: Math.min(a, b) * HOUR_MS, to: (Math.max(a, b) + 1) * HOUR_MS };
        const [days, inner] = [wholeDays(span), wholeBlocks(wholeDays(span))];
        const times = [...blocks].flatMap(([block, { total, days: own }]) =>
          isWithin(block, inner)
            ? [total]
            : [...own].filter(([day]) => isWithin(block * BLOCK_DAYS + day, days)).map(([, one]) => one),
        );
        const apart = new Map([...byDay].filter(([day]) => day >= folded || !isWithin(day, days)));
        const all = emptyResponseTimes();
        for (const [hour, ms] of list) {
          const at = hour * HOUR_MS + HOUR_MS / 2;
          if (at >= span.from && at < span.to) addResponse(all, ms);
        }
        const { avg, p95 } = summariseResponses(all);
        const { response } = makeReport({ ...EMPTY, times, days: apart }, span, null);
        expect(response).toEqual({ avg, p95 });
      }),
    );
  });
});
