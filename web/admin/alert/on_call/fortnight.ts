import type { ShiftAnswer } from "../../../../src/schema/schedule.ts";
import { nextDay } from "../../../lib/time.ts";

const DAYS = 14;

interface CalendarDay {
  date: Date;
  shifts: readonly ShiftAnswer[];
}

export function fortnightFrom(now: number): { from: number; to: number; dates: readonly Date[] } {
  const first = new Date(now);
  first.setHours(0, 0, 0, 0);
  const dates = [first];
  while (dates.length < DAYS) dates.push(nextDay(dates.at(-1) ?? first));
  return { from: first.getTime(), to: nextDay(dates.at(-1) ?? first).getTime(), dates };
}

export function daysOf(dates: readonly Date[], shifts: readonly ShiftAnswer[]): CalendarDay[] {
  return dates.map((date) => {
    const [from, to] = [date.getTime(), nextDay(date).getTime()];
    return { date, shifts: shifts.filter((shift) => shift.from < to && shift.to > from) };
  });
}
