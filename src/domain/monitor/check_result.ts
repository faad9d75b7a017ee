import { cutText } from "../../lib/cut.ts";
import { type CheckStatus, type FailingStatus, LONGEST_RESPONSE_MS } from "../../schema/check_status.ts";

/** What one check found: the last attempt's status, and when the check began and ended. */
export interface CheckResult {
  status: CheckStatus;
  startedAt: number;
  checkedAt: number;
  responseMs: number | null;
  message: string;
  /** Too few of several places have found that it fails: it is up, and the message says who said what. */
  isSplit?: boolean;
  /** Several places were asked and so many agree: which ones, for whoever is told of it. */
  foundFrom?: string;
}

const LONGEST_MESSAGE = 2000;

export function isFailing(status: string): status is FailingStatus {
  return status === "degraded" || status === "down";
}

/** Whole milliseconds within what is stored; null for what is no duration. */
export function boundResponseMs(responseMs: number | null): number | null {
  if (responseMs === null || !Number.isFinite(responseMs)) return null;
  return Math.round(Math.min(LONGEST_RESPONSE_MS, Math.max(0, responseMs)));
}

/** A result as it may be kept: its target or a visitor had a say in its numbers and words. */
export function boundResult(result: CheckResult): CheckResult {
  const message = result.message.toWellFormed().replaceAll(/\p{Cc}+/gu, " ");
  return {
    ...result,
    responseMs: boundResponseMs(result.responseMs),
    message: cutText(message, LONGEST_MESSAGE),
  };
}
