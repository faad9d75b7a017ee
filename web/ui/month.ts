import { makeDateFormat } from "../lib/date_format.ts";
import { addDays, type Day, dayOf, startOf } from "../lib/time.ts";

const monthName = makeDateFormat({ month: "long", year: "numeric" });

export const dayName = makeDateFormat({ weekday: "long" });

export const shortName = makeDateFormat({ weekday: "short" });

export const fullDay = makeDateFormat({ weekday: "long", day: "numeric", month: "long" });

export type Month = string;

export function monthOf(at: number): Month {
  return dayOf(at).slice(0, 7);
}

export function isMonth(value: string): value is Month {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(value);
}

export function formatMonth(month: Month): string {
  return monthName.format(startOf(firstOf(month)));
}

export function addMonths(month: Month, count: number): Month {
  const first = new Date(month);
  first.setUTCMonth(first.getUTCMonth() + count);
  return first.toISOString().slice(0, 7);
}

export function weeksOf(month: Month): Day[][] {
  const first = firstOf(month);
  const back = (new Date(first).getUTCDay() + 6) % 7;
  const weeks: Day[][] = [];
  for (let day = addDays(first, -back); weeks.length === 0 || day.startsWith(month); day = addDays(day, 7))
    weeks.push(Array.from({ length: 7 }, (_, i) => addDays(day, i)));
  return weeks;
}

function firstOf(month: Month): Day {
  return `${month}-01`;
}
