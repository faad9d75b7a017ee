import { closeOpen, type HistoryWrite, knownUntil } from "../uptime/uptime.ts";
import { type CheckResult, isFailing } from "./check_result.ts";
import { type EventContext, type MonitorEvent, makeAlert, makeRecovery } from "./event.ts";
import { type MonitorRule, maxGapMs } from "./rule.ts";
import {
  type ConfirmedStatus,
  historyState,
  initialState,
  isSameCause,
  isSteady,
  type MonitorState,
} from "./state.ts";
import { type Timer, timersOf } from "./timer.ts";

interface CheckContext {
  monitorId: number;
  rule: MonitorRule;
  failedDependencies: readonly number[];
  isUnderMaintenance: boolean;
}

export interface CheckDecision {
  state: MonitorState;
  hasChanged: boolean;
  hasCurrentChanged: boolean;
  events: MonitorEvent[];
  history: HistoryWrite[];
  /** No longer confirmed down: waiting down timers are dropped before `timers` are set. */
  dropsDownTimers: boolean;
  timers: Timer[];
}

function setConfirmed(state: MonitorState, confirmed: ConfirmedStatus, since: number): void {
  state.confirmed = confirmed;
  state.confirmedSince = since;
  if (confirmed === "down") state.hasBeenDown = true;
  if (confirmed === "up") delete state.hasBeenDown;
  state.failures = 0;
  state.recoveries = 0;
}

function forgetStreak(state: MonitorState): void {
  state.failures = 0;
  if (!isFailing(state.confirmed)) state.failingSince = null;
}

function countGood(state: MonitorState, at: number, rule: MonitorRule): void {
  forgetStreak(state);
  if (state.confirmed === "up") return;
  state.recoveries += 1;
  const owesRecovery = isFailing(state.confirmed) || state.alerted !== null;
  if (state.recoveries < (owesRecovery ? rule.recoveryThreshold : 1)) return;
  setConfirmed(state, "up", at);
  state.failingSince = null;
}

function countFailure(state: MonitorState, result: CheckResult, rule: MonitorRule): void {
  state.recoveries = 0;
  if (isFailing(state.confirmed)) {
    if (state.confirmed !== result.status) setConfirmed(state, result.status, result.checkedAt);
    return;
  }
  state.failures += 1;
  state.failingSince ??= result.checkedAt;
  if (state.failures >= rule.failureThreshold) setConfirmed(state, result.status, state.failingSince);
}

function countAffected(state: MonitorState): void {
  forgetStreak(state);
  state.recoveries = 0;
}

/**
 * Closes the open row where the gap began. A streak continues across it, but the gap is neither failure nor
 * uptime.
 */
function endSilence(state: MonitorState, result: CheckResult, gapMs: number): HistoryWrite[] {
  if (state.checkedAt === null || result.startedAt - state.checkedAt <= gapMs) return [];
  const from = state.failures > 0 ? (state.failingSince ?? state.checkedAt) : state.checkedAt;
  if (state.failures > 0) state.failingSince = null;
  const writes = closeOpen(state.open, from);
  state.open = null;
  return writes;
}

function moveHistory(before: MonitorState, state: MonitorState, at: number): HistoryWrite[] {
  const wanted = historyState(state);
  if (wanted === (state.open?.state ?? null)) return [];
  const from = before.confirmed === state.confirmed ? at : (state.confirmedSince ?? at);
  const writes = closeOpen(state.open, from);
  state.open = wanted && { state: wanted, from };
  if (wanted) writes.push({ kind: "open", state: wanted, from, message: state.message });
  return writes;
}

function setAffected(state: MonitorState, { status }: CheckResult, affectedBy: readonly number[]): void {
  if (affectedBy.length > 0 && isFailing(status)) {
    state.affectedBy = affectedBy;
    state.affectedStatus = status;
  } else {
    delete state.affectedBy;
    delete state.affectedStatus;
  }
}

function setCurrent(state: MonitorState, result: CheckResult, affectedBy: readonly number[]): void {
  const current = affectedBy.length > 0 ? "affected" : result.status;
  if (state.current !== current) state.currentSince = result.checkedAt;
  state.current = current;
  state.checkedAt = result.checkedAt;
  state.responseMs = result.responseMs;
  state.message = result.message;
  setAffected(state, result, affectedBy);
  if (result.isSplit) state.isSplit = true;
  else delete state.isSplit;
  if (result.isMaintained) state.isMaintained = true;
  else delete state.isMaintained;
}

/** Deterministic: applying a result twice makes the same events. */
export function applyResult(before: MonitorState, found: CheckResult, context: CheckContext): CheckDecision {
  const { rule, monitorId, isUnderMaintenance } = context;
  const state = { ...before };
  // A manual check may end before a slower one that began earlier.
  const at = Math.max(found.checkedAt, before.checkedAt ?? 0);
  const result = { ...found, checkedAt: at };
  const gapMs = maxGapMs(rule);
  const eventContext: EventContext = { monitorId, result, isUnderMaintenance };

  const history = endSilence(state, result, Math.max(gapMs, before.maxGapMs));
  const owed = makeRecovery(state, eventContext);
  Object.assign(state, owed.next);

  const affectedBy = result.status === "up" ? [] : context.failedDependencies;
  if (affectedBy.length > 0) countAffected(state);
  else if (result.status === "up") countGood(state, at, rule);
  else countFailure(state, result, rule);
  setCurrent(state, result, affectedBy);
  state.maxGapMs = gapMs;
  history.push(...moveHistory(before, state, at));

  const isConfirmedNow = before.confirmed !== state.confirmed;
  const timers: Timer[] = [];
  if (isConfirmedNow && state.confirmed === "up" && state.alerted?.hasBeenDown) {
    timers.push({ kind: "resolve_incident", id: `${monitorId}:${state.sequence}:resolve`, dueAt: at });
  }
  const recovery = makeRecovery(state, eventContext);
  Object.assign(state, recovery.next);
  const alert = makeAlert(before, state, eventContext);
  Object.assign(state, alert.next);
  const events = [owed, recovery, alert].flatMap((decided) => decided.events);
  timers.push(...events.flatMap((event) => timersOf(event, { rule, wasHeld: !isConfirmedNow })));

  return {
    state,
    hasChanged: !isSteady(before, state),
    hasCurrentChanged:
      before.current !== state.current ||
      before.isMaintained !== state.isMaintained ||
      !isSameCause(before, state),
    events,
    history,
    dropsDownTimers: before.confirmed === "down" && state.confirmed !== "down",
    timers,
  };
}

/**
 * Nobody can check it, so the time since its last check has no data. The confirmed state stays: its end is still
 * notified, and nothing twice.
 */
export function holdMonitor(
  before: MonitorState,
  { at, message }: { at: number; message: string },
): Pick<CheckDecision, "state" | "history"> {
  const hasStreak = before.failures > 0 && !isFailing(before.confirmed);
  const from = (hasStreak ? before.failingSince : before.checkedAt) ?? at;
  return {
    state: {
      ...before,
      current: "pending",
      currentSince: at,
      message,
      open: null,
      failingSince: hasStreak ? null : before.failingSince,
    },
    history: closeOpen(before.open, Math.min(from, at)),
  };
}

/**
 * A paused monitor has no state. On resume it is pending with new streaks and raises no alert about the past.
 * An open alert still owes its recovery; a failure found again alerts again.
 */
export function pauseMonitor(before: MonitorState, at: number): CheckDecision {
  const alerted = before.alerted && { ...before.alerted, isStale: true };
  const { checkedAt, responseMs, sequence } = before;
  return {
    state: { ...initialState(sequence), alerted, checkedAt, responseMs },
    hasChanged: true,
    hasCurrentChanged: before.current !== "pending",
    events: [],
    history: closeOpen(before.open, knownUntil(checkedAt, { gapMs: before.maxGapMs, now: at })),
    dropsDownTimers: before.confirmed === "down",
    timers: [],
  };
}
