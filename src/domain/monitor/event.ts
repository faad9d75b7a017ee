import type { CheckStatus, FailingStatus } from "../../schema/check_status.ts";
import { type CheckResult, isFailing } from "./check_result.ts";
import type { Alerted, ConfirmedStatus, MonitorState } from "./state.ts";

export interface MonitorEvent {
  /** Monitor and running number: creating an event again yields the same id. */
  id: string;
  kind: "alert" | "recovery";
  monitorId: number;
  status: CheckStatus;
  previousStatus: ConfirmedStatus;
  at: number;
  statusSince: number;
  downSince: number;
  message: string;
  /** Made during maintenance: recorded with that reason, never sent. */
  isSuppressed: boolean;
  hasBeenDown: boolean;
  isRecoveryOwed?: boolean;
}

export interface EventContext {
  monitorId: number;
  result: CheckResult;
  isUnderMaintenance: boolean;
}

interface EventFacts {
  kind: MonitorEvent["kind"];
  status: CheckStatus;
  previousStatus: ConfirmedStatus;
  alerted: Alerted;
  isRecoveryOwed?: boolean;
}

interface Decided {
  next: Pick<MonitorState, "alerted" | "sequence">;
  events: MonitorEvent[];
}

function keep({ alerted, sequence }: MonitorState): Decided {
  return { next: { alerted, sequence }, events: [] };
}

function makeEvent(state: MonitorState, made: EventFacts, context: EventContext): Decided {
  const { result, monitorId, isUnderMaintenance } = context;
  const sequence = state.sequence + 1;
  const event: MonitorEvent = {
    id: `${monitorId}:${sequence}`,
    kind: made.kind,
    monitorId,
    status: made.status,
    previousStatus: made.previousStatus,
    at: result.checkedAt,
    statusSince: state.confirmedSince ?? result.checkedAt,
    downSince: made.alerted.since,
    message: made.status === "up" && isFailing(result.status) ? "" : describeResult(result),
    isSuppressed: isUnderMaintenance,
    hasBeenDown: made.alerted.hasBeenDown,
    ...(made.isRecoveryOwed && { isRecoveryOwed: made.isRecoveryOwed }),
  };
  return { next: { alerted: state.alerted, sequence }, events: [event] };
}

/** Regions are named once and are not part of the reason, which stays stable while regions change. */
function describeResult({ message, foundFrom }: CheckResult): string {
  return [message, foundFrom].filter(Boolean).join(" ");
}

export function makeRecovery(state: MonitorState, context: EventContext): Decided {
  const { alerted } = state;
  if (state.confirmed !== "up" || !alerted) return keep(state);
  if (context.isUnderMaintenance && alerted.isStale) return keep(state);
  const made = { kind: "recovery", status: "up", previousStatus: alerted.status, alerted } as const;
  const left = context.isUnderMaintenance ? { ...alerted, isStale: true } : null;
  return makeEvent({ ...state, alerted: left }, made, context);
}

function findAlertedStatus(alerted: Alerted | null): FailingStatus | null {
  return alerted && !alerted.isStale ? alerted.status : null;
}

function isUnalerted({ confirmed, alerted }: MonitorState): boolean {
  const status = findAlertedStatus(alerted);
  return isFailing(confirmed) && (status === null || (status === "degraded" && confirmed === "down"));
}

/** Held back by maintenance or a dependency, until a later result. */
export function hasHeldEvent(state: MonitorState): boolean {
  const { current, confirmed, alerted } = state;
  return current === "affected" || isUnalerted(state) || (confirmed === "up" && alerted !== null);
}

/**
 * Compared with the last alert rather than `before`: the first failing check after maintenance sends what the
 * window held back.
 */
export function makeAlert(before: MonitorState, state: MonitorState, context: EventContext): Decided {
  const { confirmed, alerted } = state;
  if (!isFailing(confirmed)) return keep(state);
  const alertedStatus = findAlertedStatus(alerted);
  const hasChanged = before.confirmed !== confirmed;
  if (alerted && alertedStatus === "down" && confirmed === "degraded")
    return keep({ ...state, alerted: { ...alerted, status: "degraded" } });
  const isWorse = confirmed === "down" && before.confirmed !== "down";
  const isNews = context.isUnderMaintenance
    ? isWorse || !isFailing(before.confirmed)
    : state.current !== "affected" && isFailing(context.result.status) && isUnalerted(state);
  if (!isNews) return keep(state);

  const made: EventFacts = {
    kind: "alert",
    status: confirmed,
    previousStatus: hasChanged ? before.confirmed : (alertedStatus ?? "up"),
    alerted: {
      status: confirmed,
      since: state.failingSince ?? context.result.checkedAt,
      hasBeenDown: confirmed === "down" || (alerted?.hasBeenDown ?? false),
      isStale: false,
    },
    isRecoveryOwed: alerted?.isStale ?? false,
  };
  return makeEvent(context.isUnderMaintenance ? state : { ...state, alerted: made.alerted }, made, context);
}
