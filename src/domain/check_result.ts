export type CheckStatus = "up" | "degraded" | "down";
export type FailingStatus = "degraded" | "down";

/** What one check found: the last attempt's status, and when the check began and ended. */
export interface CheckResult {
  status: CheckStatus;
  startedAt: number;
  checkedAt: number;
  responseMs: number | null;
  message: string;
}

export function isFailing(status: string): status is FailingStatus {
  return status === "degraded" || status === "down";
}
