import { DAY_MS, MINUTE_MS } from "../../lib/units.ts";
import { dateAt, nextMidnight, offsetMinutes } from "../../lib/wall_clock.ts";
import type { Span } from "./spans.ts";

export interface DayStart {
  /** Such as 2026-08-15. */
  date: string;
  from: number;
}

/** The days that the range touches, as the zone's wall clock has them; the first begins with the range. */
export function listDays(timezone: string, { from, to }: Span): DayStart[] {
  const days: DayStart[] = [];
  for (let start = from; start < to; ) {
    days.push({ date: dateAt(timezone, start), from: start });
    start = nextMidnight(timezone, start);
  }
  return days;
}

/** How many days long the range is on the wall clock: an hour more or less of summer time makes no difference. */
export function lengthInDays(timezone: string, { from, to }: Span): number {
  const shift = (offsetMinutes(timezone, to) - offsetMinutes(timezone, from)) * MINUTE_MS;
  return (to - from + shift) / DAY_MS;
}
