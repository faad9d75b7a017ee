import type { CheckStatus, FailingStatus } from "../../schema/check_status.ts";
import type { HistoryState, OpenSegment } from "../uptime/uptime.ts";
import { isFailing } from "./check_result.ts";

export type CurrentStatus = CheckStatus | "affected" | "pending";
export type ConfirmedStatus = CheckStatus | "pending";

export interface Alerted {
  status: FailingStatus;
  since: number;
  hasBeenDown: boolean;
  /** Alerted before a pause, or ended during maintenance: owes a recovery and blocks no new alert. */
  isStale: boolean;
}

/**
 * In steady times only `checkedAt` and `responseMs` change. Both are in the tick's packed row, so nothing is
 * written (see `isSteady`).
 */
export interface MonitorState {
  current: CurrentStatus;
  currentSince: number | null;
  confirmed: ConfirmedStatus;
  /** A confirmed failure starts at its first failed check. */
  confirmedSince: number | null;
  failures: number;
  failingSince: number | null;
  recoveries: number;
  hasBeenDown?: true;
  alerted: Alerted | null;
  sequence: number;
  open: OpenSegment | null;
  message: string;
  affectedBy?: readonly number[];
  /** While `affected`. Absent in states stored by earlier versions. */
  affectedStatus?: FailingStatus;
  /** The message lists regions that disagree. They may vary each check, so a change is no news. */
  isSplit?: boolean;
  isMaintained?: true;
  maxGapMs: number;
  checkedAt: number | null;
  responseMs: number | null;
}

/** A watch that lost its storage passes a sequence no event has used. */
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

export function historyState(state: MonitorState): HistoryState | null {
  if (state.current === "affected" && !isFailing(state.confirmed)) return "affected";
  return state.confirmed === "pending" ? null : state.confirmed;
}

export function isSteady(before: MonitorState, after: MonitorState): boolean {
  if (before.isMaintained !== after.isMaintained) return false;
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
