import { DAY_MS, MINUTE_MS } from "../../lib/units.ts";
import { dateAt, nextMidnight, offsetMinutes } from "../../lib/wall_clock.ts";
import { cutSpans, type HistoryState, mergeSpans, type Segment, type Span, withoutSpans } from "./history.ts";

export interface UptimeOptions extends Span {
  windows: readonly Span[];
  knownUntil: number;
}

type StateSeconds = Record<HistoryState | "maintenance" | "noData", number>;

export interface Uptime {
  /** 0 to 1; null when no time has a state. */
  uptime: number | null;
  seconds: StateSeconds;
  /** Maintenance or missing data inside an outage doesn't split it. */
  outages: number;
  /** Over outages that ended inside the range; null if none did. */
  mttrSeconds: number | null;
}

export interface DayUptime extends Uptime {
  /** 2026-08-15 */
  date: string;
}

interface StateSpan extends Span {
  state: HistoryState;
}

interface Tally {
  ms: Record<HistoryState | "maintenance", number>;
  outages: number;
  ended: number;
  endedMs: number;
  outageMs: number | null;
}

function emptyTally(): Tally {
  const ms = { up: 0, degraded: 0, down: 0, affected: 0, maintenance: 0 };
  return { ms, outages: 0, ended: 0, endedMs: 0, outageMs: null };
}

function addPiece(tally: Tally, { state, from, to }: StateSpan): void {
  tally.ms[state] += to - from;
  if (state === "down") {
    if (tally.outageMs === null) tally.outages += 1;
    tally.outageMs = (tally.outageMs ?? 0) + (to - from);
  } else if (tally.outageMs !== null) {
    tally.ended += 1;
    tally.endedMs += tally.outageMs;
    tally.outageMs = null;
  }
}

function uptimeOf({ ms, outages, ended, endedMs }: Tally, lengthMs: number): Uptime {
  const stated = ms.up + ms.degraded + ms.down + ms.affected;
  return {
    uptime: stated > 0 ? (ms.up + ms.degraded) / stated : null,
    seconds: {
      up: ms.up / 1000,
      degraded: ms.degraded / 1000,
      down: ms.down / 1000,
      affected: ms.affected / 1000,
      maintenance: ms.maintenance / 1000,
      noData: (lengthMs - stated - ms.maintenance) / 1000,
    },
    outages,
    mttrSeconds: ended > 0 ? endedMs / (ended * 1000) : null,
  };
}

function* piecesOf(segments: readonly Segment[], knownUntil: number): Generator<StateSpan> {
  for (const { state, from, to } of segments) {
    const end = to ?? knownUntil;
    if (end > from) yield { state, from, to: end };
  }
}

function uptimesBetween(cuts: readonly number[], segments: readonly Segment[], options: UptimeOptions) {
  const tallies = cuts.slice(1).map(emptyTally);
  const windows = mergeSpans(options.windows, options);
  for (const [i, { from, to }] of cutSpans(windows, cuts)) tallies[i]!.ms.maintenance += to - from;
  const pieces = withoutSpans(piecesOf(segments, options.knownUntil), windows);
  for (const [i, piece] of cutSpans(pieces, cuts)) addPiece(tallies[i]!, piece);
  return tallies.map((tally, i) => uptimeOf(tally, cuts[i + 1]! - cuts[i]!));
}

/** Future time counts as no data: end the range now. */
export function computeUptime(segments: readonly Segment[], options: UptimeOptions): Uptime {
  return uptimesBetween([options.from, Math.max(options.from, options.to)], segments, options)[0]!;
}

export function computeDailyUptime(
  segments: readonly Segment[],
  options: UptimeOptions,
  days: readonly DayStart[] = listDays("UTC", options),
): DayUptime[] {
  if (days.length === 0) return [];
  const found = uptimesBetween([...days.map(({ from }) => from), options.to], segments, options);
  return found.map((day, i) => ({ date: days[i]!.date, ...day }));
}

export interface DayStart {
  /** 2026-08-15 */
  date: string;
  from: number;
}

interface ListedDays extends Span {
  timezone: string;
  days: readonly DayStart[];
}

let listed: ListedDays = { timezone: "", from: 0, to: 0, days: [] };

export function listDays(timezone: string, { from, to }: Span): readonly DayStart[] {
  if (listed.timezone === timezone && listed.from === from && listed.to === to) return listed.days;
  const days: DayStart[] = [];
  for (let start = from; start < to; ) {
    days.push({ date: dateAt(timezone, start), from: start });
    start = nextMidnight(timezone, start);
  }
  listed = { timezone, from, to, days };
  return days;
}

export function lastDays(now: number, count: number): readonly DayStart[] {
  const from = barsFrom(now, count);
  return listDays("UTC", { from, to: from + count * DAY_MS });
}

export function barsFrom(now: number, days: number): number {
  return (Math.floor(now / DAY_MS) - days + 1) * DAY_MS;
}

/** Counts days by the wall clock, so daylight saving makes no difference. */
export function lengthInDays(timezone: string, { from, to }: Span): number {
  const shift = (offsetMinutes(timezone, to) - offsetMinutes(timezone, from)) * MINUTE_MS;
  return (to - from + shift) / DAY_MS;
}
