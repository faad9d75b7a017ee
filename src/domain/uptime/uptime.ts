import { DAY_MS, MINUTE_MS } from "../../lib/units.ts";
import { dateAt, nextMidnight, offsetMinutes } from "../../lib/wall_clock.ts";
import type { CheckStatus } from "../../schema/check_status.ts";

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
  /** Over whole outages that ended inside the range; null if none did. */
  mttrSeconds: number | null;
}

export interface DayUptime extends Uptime {
  date: string;
}

interface StateSpan extends Span {
  state: HistoryState;
}

export type StateSums = Record<HistoryState, number>;

interface Tally {
  ms: Record<HistoryState | "maintenance", number>;
  outages: number;
  ended: number;
  endedMs: number;
  isDown: boolean;
}

function emptyTally(): Tally {
  const ms = { up: 0, degraded: 0, down: 0, affected: 0, maintenance: 0 };
  return { ms, outages: 0, ended: 0, endedMs: 0, isDown: false };
}

function addPiece(tally: Tally, { state, from, to }: StateSpan, outageMs: number): void {
  tally.ms[state] += to - from;
  if (state === "down") {
    if (!tally.isDown) tally.outages += 1;
  } else if (outageMs > 0) {
    tally.ended += 1;
    tally.endedMs += outageMs;
  }
  tally.isDown = state === "down";
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

/** Expects merged windows. */
function piecesBetween(
  cuts: readonly number[],
  segments: readonly Segment[],
  { windows, knownUntil }: UptimeOptions,
) {
  return cutSpans(withoutSpans(piecesOf(segments, knownUntil), windows), cuts);
}

/** Adds the time in each state to the sums of the days, in milliseconds; `days` lists where each starts. */
export function addDailyStates(
  sums: readonly StateSums[],
  days: readonly DayStart[],
  segments: readonly Segment[],
  options: UptimeOptions,
): void {
  const windows = mergeSpans(options.windows, options);
  const cuts = [...days.map(({ from }) => from), options.to];
  for (const [i, { state, from, to }] of piecesBetween(cuts, segments, { ...options, windows }))
    sums[i]![state] += to - from;
}

function uptimesBetween(cuts: readonly number[], segments: readonly Segment[], options: UptimeOptions) {
  const tallies = cuts.slice(1).map(emptyTally);
  const windows = mergeSpans(options.windows, { from: -Infinity, to: options.to });
  for (const [i, { from, to }] of cutSpans(windows, cuts)) tallies[i]!.ms.maintenance += to - from;
  let outageMs = 0;
  for (const [i, piece] of piecesBetween([-Infinity, ...cuts], segments, { ...options, windows })) {
    const tally = tallies[i - 1];
    if (tally) addPiece(tally, piece, outageMs);
    outageMs = piece.state === "down" ? outageMs + piece.to - piece.from : 0;
  }
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

export interface Span {
  from: number;
  to: number;
}

export function mergeSpans(spans: readonly Span[], range: Span): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const from = Math.max(span.from, range.from);
    const to = Math.min(span.to, range.to);
    const last = merged.at(-1);
    if (to <= from) continue;
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

function* withoutSpans<T extends Span>(spans: Iterable<T>, holes: readonly Span[]): Generator<T> {
  let next = 0;
  for (const span of spans) {
    while (next < holes.length && holes[next]!.to <= span.from) next += 1;
    let from = span.from;
    for (let i = next; i < holes.length && holes[i]!.from < span.to; i += 1) {
      const hole = holes[i]!;
      if (hole.from > from) yield { ...span, from, to: hole.from };
      from = hole.to;
    }
    if (from < span.to) yield { ...span, from };
  }
}

/** Both are sorted. Yields which two cuts each piece lies between; drops the rest. */
function* cutSpans<T extends Span>(spans: Iterable<T>, cuts: readonly number[]): Generator<[number, T]> {
  let index = 0;
  for (const span of spans) {
    while (index < cuts.length - 1 && cuts[index + 1]! <= span.from) index += 1;
    for (let i = index; i < cuts.length - 1 && cuts[i]! < span.to; i += 1) {
      const from = Math.max(span.from, cuts[i]!);
      const to = Math.min(span.to, cuts[i + 1]!);
      if (to > from) yield [i, { ...span, from, to }];
    }
  }
}

export type HistoryState = CheckStatus | "affected";

/**
 * Rows never overlap. Time without a row has no state (paused, never checked, service away). At most one row
 * is open (`to` is null): the last. Maintenance has no rows, since windows may change later; it is subtracted
 * when uptime is computed.
 */
export interface Segment {
  state: HistoryState;
  from: number;
  to: number | null;
  message: string;
}

export interface OpenSegment {
  state: HistoryState;
  from: number;
}

/** Finds rows by `from`. A check's writes can be repeated as a whole, in order. */
export type HistoryWrite =
  | { kind: "open"; state: HistoryState; from: number; message: string }
  | { kind: "close"; from: number; to: number }
  | { kind: "remove"; from: number };

export function knownUntil(checkedAt: number | null, { gapMs, now }: { gapMs: number; now: number }): number {
  return checkedAt !== null && now - checkedAt > gapMs ? Math.min(checkedAt, now) : now;
}

/** A row that would end where it starts is deleted. */
export function closeOpen(open: OpenSegment | null, to: number): HistoryWrite[] {
  if (!open) return [];
  return to > open.from ? [{ kind: "close", from: open.from, to }] : [{ kind: "remove", from: open.from }];
}

/** Drops rows that a clock running ahead recorded during the open row. */
export function withoutAhead(segments: readonly Segment[]): Segment[] {
  const open = segments.findLast(({ to }) => to === null);
  return segments.filter(({ from, to }) => !open || to === null || from < open.from);
}

export function withOpen(segments: readonly Segment[], open: OpenSegment | null): Segment[] {
  const last = segments.at(-1);
  if (!open || (last && last.from > open.from)) return [...segments];
  const before = segments.filter(({ from }) => from < open.from);
  const ended = before.map((row) =>
    row.to === null || row.to > open.from ? { ...row, to: open.from } : row,
  );
  const known = last?.from === open.from && last.state === open.state ? last.message : "";
  return [...ended, { ...open, to: null, message: known }];
}
