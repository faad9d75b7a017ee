import { type Cron, isOnDay } from "./cron.ts";
import { MINUTE_MS } from "./units.ts";
import { findOffsetChange, offsetMinutes } from "./wall_clock.ts";

const DAY_MINUTES = 1440;
const FURTHEST_MINUTES = 900;
/** As in cron: a larger jump means that the clock was set, not a change for daylight saving. */
const LONGEST_CHANGE_MINUTES = 180;
/** Every schedule that ever runs does so within this, even across a century without its leap day. */
const MOST_DAYS = 41 * 366;

interface Stretch {
  from: number;
  to: number;
  offset: number;
}

/**
 * Follows classic cron at clock changes: a fixed-time job runs once, at the change if its time is skipped,
 * and not again if its time repeats. Jobs with stars follow the wall clock.
 */
export function nextRun(cron: Cron, timezone: string, after: number): number {
  const today = Math.floor((Math.floor(after / MINUTE_MS) + offsetMinutes(timezone, after)) / DAY_MINUTES);
  let found: { at: number; day: number } | null = null;
  // A clock set back over midnight repeats the day before, so look one day further.
  for (let day = today - 1; day < today + MOST_DAYS; day++) {
    if (found && day > found.day + 1) break;
    if (!isOnDay(cron, day)) continue;
    const at = runsOn(cron, timezone, day).find((run) => run > after);
    if (at !== undefined && (!found || at < found.at)) found = { at, day };
  }
  if (!found) throw new Error("A schedule without runs was not refused.");
  return found.at;
}

function runsOn(cron: Cron, timezone: string, day: number): number[] {
  const midnight = day * DAY_MINUTES;
  const wanted = cron.minutes.map((minute) => midnight + minute);
  const stretches = stretchesOf(timezone, midnight);
  const minutes = cron.isWildcard ? shownRuns(wanted, stretches) : setRuns(wanted, stretches);
  return minutes.sort((a, b) => a - b).map((minute) => minute * MINUTE_MS);
}

function stretchesOf(timezone: string, midnight: number): Stretch[] {
  const end = midnight + DAY_MINUTES + FURTHEST_MINUTES;
  const found: Stretch[] = [];
  for (let from = midnight - FURTHEST_MINUTES; from < end; ) {
    const change = findOffsetChange(timezone, from * MINUTE_MS, end * MINUTE_MS);
    const to = change === null ? end : change / MINUTE_MS;
    found.push({ from, to, offset: offsetMinutes(timezone, from * MINUTE_MS) });
    from = to;
  }
  return found;
}

function shownRuns(wanted: readonly number[], stretches: readonly Stretch[]): number[] {
  return stretches.flatMap(({ from, to, offset }) =>
    wanted.map((wall) => wall - offset).filter((minute) => minute >= from && minute < to),
  );
}

function setRuns(wanted: readonly number[], stretches: readonly Stretch[]): number[] {
  const runs: number[] = [];
  let reached: number | null = null;
  for (const { from, to, offset } of stretches) {
    const [begin, end] = [from + offset, to + offset];
    const jump: number = begin - (reached ?? begin);
    const isChange = jump < LONGEST_CHANGE_MINUTES && jump >= -LONGEST_CHANGE_MINUTES;
    const first: number = isChange ? (reached ?? begin) : begin;
    if (wanted.some((wall) => wall >= first && wall < begin)) runs.push(from);
    for (const wall of wanted) if (wall >= Math.max(first, begin) && wall < end) runs.push(wall - offset);
    reached = isChange ? Math.max(first, end) : end;
  }
  return runs;
}
