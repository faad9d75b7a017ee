import { cutText } from "../../lib/cut.ts";
import { redact } from "../../lib/redact.ts";
import type { FailingStatus } from "../../schema/check_status.ts";
import type { KeptBody } from "../../schema/kept_body.ts";
import { type CheckResult, isFailing } from "./check_result.ts";
import { type MonitorState, withoutDurations } from "./state.ts";

export interface FailureStep {
  label: string;
  status: string;
  detail: string;
  durationMs: number;
}

export interface Failure {
  at: number;
  status: FailingStatus;
  message: string;
  responseMs: number | null;
  steps: FailureStep[];
  body?: KeptBody;
}

interface FailedCheck {
  result: CheckResult;
  steps: readonly FailureStep[];
  body?: KeptBody | undefined;
}

const MOST_STEPS = 30;
const LONGEST_DETAIL = 500;

export function decideFailure(
  before: Pick<MonitorState, "current" | "message">,
  { result, steps, body }: FailedCheck,
): Failure | null {
  const { status, message, checkedAt: at, responseMs } = result;
  if (!isFailing(status)) return null;
  const wasFailing = before.current === "affected" || isFailing(before.current);
  if (wasFailing && withoutDurations(before.message) === withoutDurations(message)) return null;
  const kept = steps.slice(0, MOST_STEPS).map(toKept);
  return { at, status, responseMs, message: hide(message), steps: kept, ...(body && { body }) };
}

interface RawCheck {
  at: number;
  status: string;
  responseMs: number | null;
}

export function withReasons<Check extends RawCheck>(
  checks: readonly Check[],
  failures: readonly Failure[],
): (Check & { message: string })[] {
  return checks.map((check) => {
    const reason = failures.findLast(({ at }) => at <= check.at);
    return { ...check, message: check.status === "up" ? "" : (reason?.message ?? "") };
  });
}

function toKept({ label, status, detail, durationMs }: FailureStep): FailureStep {
  const text = detail.toWellFormed().replaceAll(/\p{Cc}+/gu, " ");
  return { label: hide(label), status, detail: hide(cutText(text, LONGEST_DETAIL)), durationMs };
}

/** Redacts like the log, on top of the monitor's own secrets, which the prober hides. */
function hide(text: string): string {
  return String(redact(text));
}
