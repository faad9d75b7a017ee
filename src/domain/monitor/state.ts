import type { CheckStatus, FailingStatus } from "../../schema/check_status.ts";
import type { HistoryState, OpenSegment } from "../uptime/history.ts";
import { isFailing } from "./check_result.ts";

export type CurrentStatus = CheckStatus | "affected" | "pending";
export type ConfirmedStatus = CheckStatus | "pending";

/** The failure that the channels have been told of and not yet been told the end of. */
export interface Alerted {
  status: FailingStatus;
  /** First failing check of the failure. */
  since: number;
  hasBeenDown: boolean;
  /** Told before a pause, or ended unsaid in maintenance: owes a recovery, and holds no new alert back. */
  isStale: boolean;
}

/**
 * What a watch keeps of a monitor. In steady times only `checkedAt` and `responseMs` change; both are
 * in the tick's packed row too, so nothing has to be written (see `isSteady`).
 */
export interface MonitorState {
  /** Follows every check. */
  current: CurrentStatus;
  currentSince: number | null;
  /** Follows the thresholds. */
  confirmed: ConfirmedStatus;
  /** Start of the confirmed status; a confirmed failure starts at its first failing check. */
  confirmedSince: number | null;
  /** Failing checks in a row that are not confirmed yet; 0 once they are. */
  failures: number;
  /** First check of the streak or of the confirmed failure. */
  failingSince: number | null;
  /** Good checks in a row toward the all-clear. */
  recoveries: number;
  /** Confirmed down since it was last confirmed up: dependents wait for its recovery. */
  hasBeenDown?: true;
  alerted: Alerted | null;
  /** Number of the last event made, and so of its id. */
  sequence: number;
  /** The history row that is not closed yet. */
  open: OpenSegment | null;
  message: string;
  /** Dependencies that had failed at the last check, while it is affected. */
  affectedBy?: readonly number[];
  /** The message is of places that disagree, which may be others at each check: it is no news. */
  isSplit?: boolean;
  /** The longest silence that the last check's schedule allowed. */
  maxGapMs: number;
  checkedAt: number | null;
  responseMs: number | null;
}

/** A monitor never checked. A watch that lost its storage passes a sequence no event has had. */
export function initialState(sequence = 0): MonitorState {
  return {
    current: "pending",
    currentSince: null,
    confirmed: "pending",
    confirmedSince: null,
    failures: 0,
    failingSince: null,
    recoveries: 0,
    alerted: null,
    sequence,
    open: null,
    message: "",
    maxGapMs: 0,
    checkedAt: null,
    responseMs: null,
  };
}

/** What the monitor's present state is in history; null when it has none. */
export function historyState(state: MonitorState): HistoryState | null {
  if (state.current === "affected" && !isFailing(state.confirmed)) return "affected";
  return state.confirmed === "pending" ? null : state.confirmed;
}

/** Whether a check changed nothing but its own time and duration, in its message too. */
export function isSteady(before: MonitorState, after: MonitorState): boolean {
  return (Object.keys(after) as (keyof MonitorState)[]).every((field) => {
    if (field === "checkedAt" || field === "responseMs" || field === "isSplit") return true;
    if (field === "message" && (before.isSplit || after.isSplit)) return true;
    if (field === "affectedBy") return isSameCause(before, after);
    if (field === "message") return withoutDurations(before.message) === withoutDurations(after.message);
    return before[field] === after[field];
  });
}

export function isSameCause(
  { affectedBy: before = [] }: Pick<MonitorState, "affectedBy">,
  { affectedBy: after = [] }: Pick<MonitorState, "affectedBy">,
): boolean {
  return before.length === after.length && before.every((id, i) => id === after[i]);
}

export function withoutDurations(message: string): string {
  return message.replace(/\d+(\.\d+)? ms/g, "ms");
}
