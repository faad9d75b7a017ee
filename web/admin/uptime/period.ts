import { text } from "../text/report.ts";

/** Days in the reader's calendar; `to` is exclusive. */
export interface Period {
  from: number;
  to: number;
}

export type PeriodName = keyof typeof text.periods;
export const PERIODS = Object.keys(text.periods) as readonly PeriodName[];

const BEGIN: PeriodName = "thisMonth";

export function periodNamed(name: string): PeriodName {
  return PERIODS.find((known) => known === name) ?? BEGIN;
}

export function periodOf(name: Exclude<PeriodName, "own">, now: number): Period {
  const today = new Date(now);
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()];
  const begin = (...parts: [number, number, number]) => new Date(...parts).getTime();
  switch (name) {
    case "thisMonth":
      return { from: begin(year, month, 1), to: now };
    case "lastMonth":
      return { from: begin(year, month - 1, 1), to: begin(year, month, 1) };
    case "quarter":
      return { from: begin(year, month - (month % 3), 1), to: now };
    case "days30":
      return { from: begin(year, month, day - 29), to: now };
    case "days90":
      return { from: begin(year, month, day - 89), to: now };
  }
}
