import { DAY_MS, MINUTE_MS } from "../../lib/units.ts";
import { dateAt, nextMidnight, offsetMinutes } from "../../lib/wall_clock.ts";
import type { Span } from "./spans.ts";

export interface DayStart {
  /** Such as 2026-08-15. */
  date: string;
  from: number;
}

interface ListedDays extends Span {
  timezone: string;
  days: readonly DayStart[];
}

/** The range that was listed last: a page and a report ask for the same days for each of their monitors. */
let listed: ListedDays = { timezone: "", from: 0, to: 0, days: [] };

/** The days that the range touches, as the zone's wall clock has them; the first begins with the range. */
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

/** The last so many days of UTC, that of the moment among them, also when it begins at that moment. */
export function lastDays(now: number, count: number): readonly DayStart[] {
  const from = barsFrom(now, count);
  return listDays("UTC", { from, to: from + count * DAY_MS });
}

/** Where bars of so many days with today begin. */
export function barsFrom(now: number, days: number): number {
  return (Math.floor(now / DAY_MS) - days + 1) * DAY_MS;
}

/** How many days long the range is on the wall clock: an hour more or less of summer time makes no difference. */
export function lengthInDays(timezone: string, { from, to }: Span): number {
  const shift = (offsetMinutes(timezone, to) - offsetMinutes(timezone, from)) * MINUTE_MS;
  return (to - from + shift) / DAY_MS;
}
