import { DAY_MS } from "../../lib/units.ts";
import type { Recurrence } from "../../schema/recurrence.ts";
import { WEEKDAYS, type Weekday } from "../../schema/weekday.ts";

const LAST = -1;

export function* calendarDays(
  recurrence: Recurrence,
  { first, last }: { first: number; last: number },
): Generator<number> {
  const { every, interval } = recurrence;
  if (every === "day") for (let day = first; ; day += interval) yield day;
  if (every === "week") {
    const own = weekdayOf(first);
    const weekdays = recurrence.weekdays?.map(indexOf) ?? [own];
    for (let monday = first - own; ; monday += 7 * interval)
      for (const weekday of weekdays) yield monday + weekday;
  }
  const date = new Date(first * DAY_MS);
  for (let month = date.getUTCFullYear() * 12 + date.getUTCMonth(); ; month += interval) {
    if (firstDayOf(month) > last) return;
    const day = findDayIn(month, recurrence, date.getUTCDate());
    if (day !== null) yield day;
  }
}

/** Null where a short month lacks the day (a 31st, a fifth Friday): skipped, not moved. */
function findDayIn(month: number, { monthDay, nthWeekday }: Recurrence, ownDay: number): number | null {
  const [begin, next] = [firstDayOf(month), firstDayOf(month + 1)];
  const wanted = nthWeekday?.nth ?? monthDay ?? ownDay;
  if (wanted === LAST) return nthWeekday ? lastWeekdayBefore(next, nthWeekday.weekday) : next - 1;
  const day = nthWeekday ? nthWeekdayFrom(begin, nthWeekday) : begin + wanted - 1;
  return day < next ? day : null;
}

function nthWeekdayFrom(begin: number, { nth, weekday }: { nth: number; weekday: Weekday }): number {
  return begin + ((indexOf(weekday) - weekdayOf(begin) + 7) % 7) + 7 * (nth - 1);
}

function lastWeekdayBefore(next: number, weekday: Weekday): number {
  return next - 1 - ((weekdayOf(next - 1) - indexOf(weekday) + 7) % 7);
}

function firstDayOf(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS;
}

/** Monday is 0. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

function indexOf(weekday: Weekday): number {
  return WEEKDAYS.indexOf(weekday);
}
