import { cutText } from "../../lib/cut.ts";
import { type CheckStatus, type FailingStatus, LONGEST_RESPONSE_MS } from "../../schema/check_status.ts";

export interface CheckResult {
  status: CheckStatus;
  startedAt: number;
  checkedAt: number;
  responseMs: number | null;
  message: string;
  isSplit?: boolean;
  isMaintained?: boolean;
  foundFrom?: string;
}

const LONGEST_MESSAGE = 2000;

export function isFailing(status: string): status is FailingStatus {
  return status === "degraded" || status === "down";
}

export function boundResponseMs(responseMs: number | null): number | null {
  if (responseMs === null || !Number.isFinite(responseMs)) return null;
  return Math.round(Math.min(LONGEST_RESPONSE_MS, Math.max(0, responseMs)));
}

/** Bounds what targets and visitors can put into stored numbers and texts. */
export function boundResult(result: CheckResult): CheckResult {
  const message = result.message.toWellFormed().replaceAll(/\p{Cc}+/gu, " ");
  return {
    ...result,
    responseMs: boundResponseMs(result.responseMs),
    message: cutText(message, LONGEST_MESSAGE),
  };
}
