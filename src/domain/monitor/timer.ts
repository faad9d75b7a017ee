import { MINUTE_MS } from "../../lib/units.ts";
import type { MonitorEvent } from "./event.ts";
import type { ActionLink, MonitorRule } from "./rule.ts";
import type { MonitorState } from "./state.ts";

export type SkipReason = "monitor recovered" | "monitor paused" | "maintenance";

/** `id` is stable however often its event is made. */
export type Timer =
  | { kind: "open_incident"; id: string; dueAt: number; downSince: number }
  | { kind: "resolve_incident"; id: string; dueAt: number }
  | {
      kind: "action";
      id: string;
      dueAt: number;
      trigger: "down" | "up";
      actionId: number;
      cooldownMinutes: number;
      downSince: number;
      skip: SkipReason | null;
    };

export type ActionTimer = Extract<Timer, { kind: "action" }>;
type IncidentTimer = Extract<Timer, { kind: "open_incident" }>;

export type TimerEnd = { kind: "fire" } | { kind: "skip"; reason: SkipReason };
type TimerDecision = TimerEnd | { kind: "wait" };

function actionTimers(event: MonitorEvent, links: readonly ActionLink[]): Timer[] {
  return links
    .filter((link) => link.onStatus === event.status)
    .map((link) => ({
      kind: "action",
      id: `${event.id}:action:${link.actionId}`,
      dueAt: event.isSuppressed ? event.at : event.at + link.delayMinutes * MINUTE_MS,
      trigger: link.onStatus,
      actionId: link.actionId,
      cooldownMinutes: link.cooldownMinutes,
      downSince: event.downSince,
      skip: event.isSuppressed ? "maintenance" : null,
    }));
}

/** A failure held back by maintenance starts counting when it is alerted. */
export function timersOf(
  event: MonitorEvent,
  { rule, wasHeld }: { rule: Pick<MonitorRule, "links" | "autoIncidentMinutes">; wasHeld: boolean },
): Timer[] {
  if (event.kind === "recovery") return event.hasBeenDown ? actionTimers(event, rule.links) : [];
  if (event.status !== "down") return [];
  const timers = actionTimers(event, rule.links);
  if (rule.autoIncidentMinutes === null || event.isSuppressed) return timers;
  const dueAt = (wasHeld ? event.at : event.statusSince) + rule.autoIncidentMinutes * MINUTE_MS;
  return [
    { kind: "open_incident", id: `${event.id}:incident`, dueAt, downSince: event.downSince },
    ...timers,
  ];
}

/** For an outage in progress. Null also if its incident was opened before, because it gets only one. */
export function replanIncident(
  { monitorId, state, pending }: { monitorId: number; state: MonitorState; pending: IncidentTimer | null },
  { before, after }: Record<"before" | "after", MonitorRule["autoIncidentMinutes"]>,
): IncidentTimer | null {
  if (after === null) return null;
  if (pending && before !== null) return { ...pending, dueAt: pending.dueAt + (after - before) * MINUTE_MS };
  const { confirmed, confirmedSince, alerted, sequence } = state;
  const isAlerted = alerted?.status === "down" && !alerted.isStale;
  if (before !== null || confirmed !== "down" || confirmedSince === null || !isAlerted) return null;
  const dueAt = confirmedSince + after * MINUTE_MS;
  return { kind: "open_incident", id: `${monitorId}:${sequence}:incident`, dueAt, downSince: alerted.since };
}

export function isDownTimer(timer: Timer): boolean {
  return (
    timer.kind === "open_incident" || (timer.kind === "action" && timer.trigger === "down" && !timer.skip)
  );
}

/** An incident opened by the outage still has to be resolved. */
export function isDroppedByPause(timer: Timer): boolean {
  return isDownTimer(timer) || (timer.kind === "action" && !timer.skip);
}

/**
 * An incident waits for the maintenance window to end. While a dependency is down, everything caused by this
 * failure waits: it may not be the monitor's own.
 */
export function decideTimer(
  timer: Timer,
  {
    state,
    isUnderMaintenance,
  }: { state: Pick<MonitorState, "confirmed" | "current">; isUnderMaintenance: boolean },
): TimerDecision {
  if (timer.kind === "resolve_incident") return { kind: "fire" };
  if (timer.kind === "action" && timer.skip) return { kind: "skip", reason: timer.skip };
  if (isDownTimer(timer) && state.confirmed !== "down") return { kind: "skip", reason: "monitor recovered" };
  if (isUnderMaintenance)
    return timer.kind === "open_incident" ? { kind: "wait" } : { kind: "skip", reason: "maintenance" };
  return isDownTimer(timer) && state.current === "affected" ? { kind: "wait" } : { kind: "fire" };
}
