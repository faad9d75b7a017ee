import type { MonitorReport } from "../../../src/schema/report.ts";

export const DEFAULT_TARGET = 99.9;

interface Budget {
  /** How long it may be down in what is reported, in seconds. */
  allowed: number;
  /** Below zero when more was used. */
  left: number;
}

type Seconds = MonitorReport["seconds"];

function statedOf({ up, degraded, down, affected }: Seconds): number {
  return up + degraded + down + affected;
}

/** Of the time with a state, so that a budget is left as long as the target is met; null without such time. */
export function budgetOf(seconds: Seconds, target: number): Budget | null {
  const stated = statedOf(seconds);
  if (stated === 0) return null;
  const allowed = stated * (1 - target / 100);
  return { allowed, left: allowed - seconds.down - seconds.affected };
}

/** The day on which what was allowed in all was used up; null where some is left, or nobody knows the days. */
export function spentOn(
  { seconds, days = [] }: Pick<MonitorReport, "seconds" | "days">,
  target: number,
): string | null {
  const budget = budgetOf(seconds, target);
  if (!budget || budget.left >= 0) return null;
  let used = 0;
  for (const { date, seconds: own } of days) {
    used += own.down + own.affected;
    if (used > budget.allowed) return date;
  }
  return null;
}

/** A share of the budget that is left, for comparing; null without a budget. */
export function leftShare(seconds: Seconds, target: number): number | null {
  const budget = budgetOf(seconds, target);
  if (!budget) return null;
  return budget.allowed === 0 ? Math.sign(budget.left) : budget.left / budget.allowed;
}

/** As typed: a percentage below which nobody would promise anything is refused. */
export function parseTarget(text: string): number | null {
  const target = Number(text.trim().replace(",", "."));
  return text.trim() !== "" && target >= 50 && target <= 100 ? target : null;
}
