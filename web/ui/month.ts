import { makeDateFormat } from "../lib/date_format.ts";
import { nextDay } from "../lib/time.ts";

const monthName = makeDateFormat({ month: "long", year: "numeric" });

export const dayName = makeDateFormat({ weekday: "long" });

export const shortName = makeDateFormat({ weekday: "short" });

export const fullDay = makeDateFormat({ weekday: "long", day: "numeric", month: "long" });

export type Month = string;

export function monthOf(at: number): Month {
  const date = new Date(at);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}`;
}

export function isMonth(value: string): value is Month {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(value);
}

export function formatMonth(month: Month): string {
  return monthName.format(firstOf(month));
}

export function firstOf(month: Month): Date {
  return new Date(`${month}-01T00:00:00`);
}

export function weeksOf(month: Month): Date[][] {
  const first = firstOf(month);
  const back = (first.getDay() + 6) % 7;
  const start = new Date(first.getFullYear(), first.getMonth(), 1 - back);
  const weeks: Date[][] = [];
  for (let day = start; weeks.length === 0 || monthOf(day.getTime()) === month; ) {
    const week: Date[] = [];
    for (let i = 0; i < 7; i++, day = nextDay(day)) week.push(day);
    weeks.push(week);
  }
  return weeks;
}

export function isoDay(date: Date): string {
  return `${monthOf(date.getTime())}-${String(date.getDate()).padStart(2, "0")}`;
}
