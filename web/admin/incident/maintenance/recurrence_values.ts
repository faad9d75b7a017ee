import { weekdayOf } from "../../../../src/domain/incident/calendar_days.ts";
import { wallAt } from "../../../../src/domain/incident/recurrence.ts";
import { planOccurrences } from "../../../../src/domain/incident/series.ts";
import { DAY_MS } from "../../../../src/lib/units.ts";
import { isTimezone } from "../../../../src/lib/wall_clock.ts";
import type { Maintenance } from "../../../../src/schema/maintenance.ts";
import { type Recurrence, recurrence } from "../../../../src/schema/recurrence.ts";
import { WEEKDAYS, type Weekday } from "../../../../src/schema/weekday.ts";
import { parseDayEnd, toLocalInput } from "../../../lib/time.ts";
import type { NumberText } from "../../../ui/number_text.ts";
import { type MonthPlace, type RecurrenceEnd, type Repeats, text } from "../../text/recurrence.ts";

export interface RecurrenceFields {
  every: Repeats;
  interval: NumberText;
  weekdays: readonly Weekday[];
  place: MonthPlace;
  ends: RecurrenceEnd;
  until: string;
  storedUntil: number | null;
  count: NumberText;
}

export function fieldsOf(stored: Recurrence | null): RecurrenceFields {
  const { every, interval, weekdays, until, count } = stored ?? { every: "never" as const, interval: 1 };
  return {
    every,
    interval,
    weekdays: weekdays ?? [],
    place: placeOf(stored),
    ends: until !== undefined ? "until" : count !== undefined ? "count" : "never",
    until: until === undefined ? "" : dayOf(until),
    storedUntil: until ?? null,
    count: count ?? 10,
  };
}

function dayOf(at: number): string {
  return toLocalInput(at).slice(0, 10);
}

/** Kept while the day is unchanged: it may come from another zone, or not be the end of the day. */
function untilOf({ until, storedUntil }: RecurrenceFields): number | null {
  return storedUntil !== null && dayOf(storedUntil) === until ? storedUntil : parseDayEnd(until);
}

function placeOf(stored: Recurrence | null): MonthPlace {
  if (stored?.nthWeekday) return stored.nthWeekday.nth === -1 ? "lastWeekday" : "weekday";
  return stored?.monthDay === -1 ? "lastDay" : "date";
}

interface FirstDay {
  date: number;
  weekday: Weekday;
  nth: number;
}

export function firstDayOf(startsAt: number, timezone: string): FirstDay {
  const day = Math.floor(wallAt(isTimezone(timezone) ? timezone : "UTC", startsAt) / DAY_MS);
  const date = new Date(day * DAY_MS).getUTCDate();
  return { date, weekday: WEEKDAYS[weekdayOf(day)] ?? "mon", nth: Math.ceil(date / 7) };
}

export function recurrenceOf(fields: RecurrenceFields, first: FirstDay): Recurrence | null {
  const { every, ends } = fields;
  if (every === "never") return null;
  const until = untilOf(fields);
  return {
    every,
    interval: fields.interval as number,
    ...(every === "week" && fields.weekdays.length > 0 ? { weekdays: [...fields.weekdays] } : {}),
    ...(every === "month" ? monthOf(fields.place, first) : {}),
    ...(ends === "until" ? { until: until as number } : {}),
    ...(ends === "count" ? { count: fields.count as number } : {}),
  };
}

function monthOf(place: MonthPlace, { weekday, nth }: FirstDay): Pick<Recurrence, "monthDay" | "nthWeekday"> {
  if (place === "lastDay") return { monthDay: -1 };
  if (place === "weekday") return { nthWeekday: { nth, weekday } };
  return place === "lastWeekday" ? { nthWeekday: { nth: -1, weekday } } : {};
}

export function nextOf(
  plan: Pick<Maintenance, "startsAt" | "endsAt" | "timezone"> & { recurrence: Recurrence | null },
  now: number,
): { startsAt: number; endsAt: number }[] {
  const { startsAt, endsAt, timezone } = plan;
  const rule = recurrence.safeParse(plan.recurrence);
  const isWhole = Number.isInteger(startsAt) && Number.isInteger(endsAt) && endsAt > startsAt;
  if (!rule.success || !isWhole || !isTimezone(timezone)) return [];
  const series = { recurrence: rule.data, timezone, announceHours: 0, exceptions: [] };
  return planOccurrences({ startsAt, endsAt, series }, now);
}

export function describeRecurrence({ every, interval }: RecurrenceFields): string {
  return every === "never" ? text.every.never : text.again(every, Number(interval));
}
