import { DAY_MS, MINUTE_MS } from "../../lib/units.ts";
import { dateAt, nextMidnight, offsetMinutes } from "../../lib/wall_clock.ts";
import type { Span } from "./spans.ts";

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

/** By the wall clock, so daylight saving makes no difference. */
export function lengthInDays(timezone: string, { from, to }: Span): number {
  const shift = (offsetMinutes(timezone, to) - offsetMinutes(timezone, from)) * MINUTE_MS;
  return (to - from + shift) / DAY_MS;
}
