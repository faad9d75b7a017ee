import type { CheckStatus } from "../../schema/check_status.ts";
import { type CheckResult, isFailing } from "./check_result.ts";
import { hasHeldEvent } from "./event.ts";
import type { MonitorState } from "./state.ts";

/**
 * The last status set for a manual monitor, as a result of now. Null unless an event is held back: no check follows
 * that would send it.
 */
export function findHeldReport(state: MonitorState, now: number): CheckResult | null {
  const status = reportedStatus(state);
  if (status === null || !hasHeldEvent(state)) return null;
  return { status, message: state.message, responseMs: null, startedAt: now, checkedAt: now };
}

function reportedStatus({ current, confirmed, affectedStatus }: MonitorState): CheckStatus | null {
  if (current === "pending") return null;
  if (current !== "affected") return current;
  return affectedStatus ?? (isFailing(confirmed) ? confirmed : "down");
}
