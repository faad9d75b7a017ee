import { addDays, dayOf, startOf } from "../../lib/time.ts";
import { addMonths, type Month } from "../../ui/month.ts";
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
  const today = dayOf(now);
  const month = today.slice(0, 7);
  const begin = (of: Month) => startOf(`${of}-01`);
  switch (name) {
    case "thisMonth":
      return { from: begin(month), to: now };
    case "lastMonth":
      return { from: begin(addMonths(month, -1)), to: begin(month) };
    case "quarter":
      return { from: begin(addMonths(month, -((Number(month.slice(5)) - 1) % 3))), to: now };
    case "days30":
      return { from: startOf(addDays(today, -29)), to: now };
    case "days90":
      return { from: startOf(addDays(today, -89)), to: now };
  }
}
