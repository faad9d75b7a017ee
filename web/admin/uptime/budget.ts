import type { MonitorReport } from "../../../src/schema/report.ts";

export const DEFAULT_TARGET = 99.9;

interface Budget {
  allowedSecs: number;
  leftSecs: number;
}

type Seconds = MonitorReport["seconds"];

function statedOf({ up, degraded, down, affected }: Seconds): number {
  return up + degraded + down + affected;
}

/** Relative to the time with known state, so budget is left exactly while the target is met. */
export function budgetOf(seconds: Seconds, target: number): Budget | null {
  const stated = statedOf(seconds);
  if (stated === 0) return null;
  const allowedSecs = stated * (1 - target / 100);
  return { allowedSecs, leftSecs: allowedSecs - seconds.down - seconds.affected };
}

export function spentOn(
  { seconds, days = [] }: Pick<MonitorReport, "seconds" | "days">,
  target: number,
): string | null {
  const budget = budgetOf(seconds, target);
  if (!budget || budget.leftSecs >= 0) return null;
  let used = 0;
  for (const { date, seconds: own } of days) {
    used += own.down + own.affected;
    if (used > budget.allowedSecs) return date;
  }
  return null;
}

export function leftShare(seconds: Seconds, target: number): number | null {
  const budget = budgetOf(seconds, target);
  if (!budget) return null;
  return budget.allowedSecs === 0 ? Math.sign(budget.leftSecs) : budget.leftSecs / budget.allowedSecs;
}

export function parseTarget(text: string): number | null {
  const target = Number(text.trim().replace(",", "."));
  return text.trim() !== "" && target >= 50 && target <= 100 ? target : null;
}
