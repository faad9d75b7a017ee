import type { ShiftResponse } from "../../../../src/schema/schedule.ts";
import { addDays, type Day, dayOf, startOf } from "../../../lib/time.ts";

const DAYS = 14;

interface CalendarDay {
  day: Day;
  shifts: readonly ShiftResponse[];
}

export function fortnightFrom(now: number): { from: number; to: number; days: readonly Day[] } {
  const first = dayOf(now);
  const days = Array.from({ length: DAYS }, (_, i) => addDays(first, i));
  return { from: startOf(first), to: startOf(addDays(first, DAYS)), days };
}

export function shiftsByDay(days: readonly Day[], shifts: readonly ShiftResponse[]): CalendarDay[] {
  return days.map((day) => {
    const [from, to] = [startOf(day), startOf(addDays(day, 1))];
    return { day, shifts: shifts.filter((shift) => shift.from < to && shift.to > from) };
  });
}
