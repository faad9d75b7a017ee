import type { Problem } from "../../lib/errors.ts";
import { DAY_MS, MINUTE_MS } from "../../lib/units.ts";
import { findOffsetChange, offsetMinutes } from "../../lib/wall_clock.ts";
import { LAST_MS } from "../../schema/common.ts";
import type { Recurrence } from "../../schema/recurrence.ts";
import { calendarDays } from "./calendar_days.ts";

export interface Rule {
  startsAt: number;
  endsAt: number;
  timezone: string;
  recurrence: Recurrence;
}

interface RuleOccurrence {
  startsAt: number;
  endsAt: number;
}

const MOST_DAYS = 100 * 366;
/** More than any difference between time zones plus a clock change. */
const CLOCK_SLACK_MS = 2 * DAY_MS;
const LOOKED_AT = 60;

export function* occurrencesFrom(rule: Rule, after: number): Generator<RuleOccurrence> {
  const { until, count } = rule.recurrence;
  const wall = wallBounds(rule);
  let number = 0;
  for (const day of daysOf(rule)) {
    if (count !== undefined && number >= count) return;
    number++;
    const start = day * DAY_MS + wall.time;
    if (start + wall.length + CLOCK_SLACK_MS < after) continue;
    const occurrence = number === 1 ? boundsOf(rule) : toOccurrence(rule, { start, length: wall.length });
    if (until !== undefined && occurrence.startsAt > until) return;
    if (occurrence.endsAt > LAST_MS) return;
    if (occurrence.endsAt > after) yield occurrence;
  }
}

export function findRecurrenceProblem(rule: Rule): Problem | null {
  const { weekdays, monthDay, nthWeekday, until } = rule.recurrence;
  const { first, length } = wallBounds(rule);
  const days: number[] = [];
  for (const day of daysOf(rule)) if (days.push(day) === LOOKED_AT) break;
  if (days[0] !== first) {
    const path = weekdays ? "weekdays" : nthWeekday ? "nthWeekday" : "monthDay";
    const found = weekdays || nthWeekday || monthDay ? path : "startsAt";
    return {
      path: `recurrence.${found}`,
      message: "The first occurrence must be on a day of the recurrence.",
    };
  }
  if (until !== undefined && until < rule.startsAt)
    return { path: "recurrence.until", message: "The recurrence must not end before its first occurrence." };
  const isApart = days.every((day, i) => i === 0 || (day - (days[i - 1] ?? day)) * DAY_MS >= length);
  return isApart ? null : { path: "endsAt", message: "An occurrence must end before the next one starts." };
}

/** First moment at which that zone's clock shows `wall`, or the change that skips it. */
export function momentAt(timezone: string, wall: number): number {
  const before = wall - offsetMinutes(timezone, wall - DAY_MS) * MINUTE_MS;
  const after = wall - offsetMinutes(timezone, wall + DAY_MS) * MINUTE_MS;
  const isShownAt = (at: number) => at + offsetMinutes(timezone, at) * MINUTE_MS === wall;
  if (before === after || isShownAt(before)) return before;
  if (isShownAt(after)) return after;
  const toMinute = (at: number) => Math.floor(at / MINUTE_MS) * MINUTE_MS;
  return findOffsetChange(timezone, toMinute(after), toMinute(before) + MINUTE_MS) ?? before;
}

/** Local time expressed as if it were UTC. */
export function wallAt(timezone: string, at: number): number {
  return at + offsetMinutes(timezone, at) * MINUTE_MS;
}

function boundsOf({ startsAt, endsAt }: Rule): RuleOccurrence {
  return { startsAt, endsAt };
}

function wallBounds({ startsAt, endsAt, timezone }: Rule): { first: number; time: number; length: number } {
  const start = wallAt(timezone, startsAt);
  const first = Math.floor(start / DAY_MS);
  const length = wallAt(timezone, endsAt) - start;
  // When clocks go back, the end can show an earlier time than the start.
  return { first, time: start - first * DAY_MS, length: length > 0 ? length : endsAt - startsAt };
}

/** Falls back to the first occurrence's length where a clock change leaves nothing between the bounds. */
function toOccurrence(rule: Rule, { start, length }: { start: number; length: number }): RuleOccurrence {
  const startsAt = momentAt(rule.timezone, start);
  const endsAt = momentAt(rule.timezone, start + length);
  return { startsAt, endsAt: endsAt > startsAt ? endsAt : startsAt + rule.endsAt - rule.startsAt };
}

function* daysOf(rule: Rule): Generator<number> {
  const { first } = wallBounds(rule);
  const last = first + MOST_DAYS;
  for (const day of calendarDays(rule.recurrence, { first, last })) {
    if (day > last) return;
    if (day >= first) yield day;
  }
}
