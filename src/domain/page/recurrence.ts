import { DAY_MS } from "../../lib/units.ts";
import type { PublicRecurrence } from "../../schema/public_page.ts";
import type { Recurrence } from "../../schema/recurrence.ts";
import { WEEKDAYS } from "../../schema/weekday.ts";
import { weekdayOf } from "../incident/calendar_days.ts";
import { wallAt } from "../incident/recurrence.ts";

export interface PageRecurrence {
  recurrence: Recurrence;
  timezone: string;
  firstAt: number;
  nextAt: number | null;
}

export function toPublicRecurrence(given: PageRecurrence): PublicRecurrence {
  const { recurrence, timezone, firstAt, nextAt } = given;
  const { every, interval, weekdays, monthDay, nthWeekday } = recurrence;
  const wall = wallAt(timezone, firstAt);
  const weekday = WEEKDAYS[weekdayOf(Math.floor(wall / DAY_MS))] ?? "mon";
  return {
    every,
    interval,
    ...(every === "week" && { weekdays: weekdays ?? [weekday] }),
    ...(every === "month" &&
      (nthWeekday ? { nthWeekday } : { monthDay: monthDay ?? new Date(wall).getUTCDate() })),
    timezone,
    nextAt: nextAt === null ? null : new Date(nextAt).toISOString(),
  };
}
