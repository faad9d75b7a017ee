import { MINUTE_MS } from "../../lib/units.ts";
import type { AlertPolicy } from "../../schema/alert_policy.ts";
import { SET_BACK_MS } from "../monitor/set_back.ts";
import type { AlertKind } from "./message.ts";
import { quietUntil } from "./quiet_hours.ts";

export type SuppressReason =
  | "throttled"
  | "quiet-hours"
  | "merged into digest"
  | "maintenance"
  | "recovery off"
  | "channel disabled"
  | "acknowledged"
  | "snoozed"
  | "recovered before escalation"
  | "a worse alert followed"
  | "no longer watched";

export interface ChannelRules {
  enabled: boolean;
  notifyOnRecovery: boolean;
  alertPolicy: AlertPolicy;
}

interface DecisionContext {
  now: number;
  /** Events of this monitor on this channel since then that were told, or are going to be. Recoveries are not among them. */
  countSince(from: number): number;
  /** When the open grouping window for this kind of event closes; null when none is open. */
  groupClosesAt: number | null;
}

export type Decision =
  | { status: "suppressed"; reason: SuppressReason }
  /** Told at `heldUntil`, or now. With `groupClosesAt` only then it is decided whether by itself or in a digest. */
  | { status: "pending"; heldUntil: number | null; groupClosesAt: number | null };

interface DecidedEvent {
  kind: AlertKind;
  isUnderMaintenance: boolean;
  isSnoozed?: boolean;
}

/** What the rate cap counts. Others have a pace of their own, or end what was told. */
const CAPPED: readonly AlertKind[] = ["alert", "certificate", "action_failed", "test"];
/** What a snooze of its monitor holds back; how an outage ends is for the outage to say. */
const SNOOZED: readonly AlertKind[] = ["alert", "certificate"];

export function isCapped(kind: AlertKind): boolean {
  return CAPPED.includes(kind);
}

/** The rules for one event on one channel, in their order. */
export function decideAlert(
  { kind, isUnderMaintenance, isSnoozed = false }: DecidedEvent,
  { enabled, notifyOnRecovery, alertPolicy }: ChannelRules,
  { now, countSince, groupClosesAt }: DecisionContext,
): Decision {
  const { throttle, quietHours, grouping } = alertPolicy;
  if (!enabled) return suppressed("channel disabled");
  if (isUnderMaintenance) return suppressed("maintenance");
  if (kind === "recovery" && !notifyOnRecovery) return suppressed("recovery off");
  if (isSnoozed && SNOOZED.includes(kind)) return suppressed("snoozed");
  if (throttle.enabled && isCapped(kind)) {
    if (countSince(now - throttle.windowMinutes * MINUTE_MS) >= throttle.maxAlerts)
      return suppressed("throttled");
  }
  const quietEnd = quietUntil(quietHours, now);
  if (quietEnd !== null && quietHours.mode === "suppress") return suppressed("quiet-hours");
  if (!grouping.enabled || kind === "acknowledged" || kind === "own_trouble")
    return { status: "pending", heldUntil: quietEnd, groupClosesAt: null };
  const closesAt = groupClosesAt ?? now + grouping.windowSeconds * 1000;
  return { status: "pending", heldUntil: Math.max(closesAt, quietEnd ?? 0), groupClosesAt: closesAt };
}

/** Whether a grouping window has closed, or would close later than any that opens now: the clock was set back since. */
export function isGroupOver(
  { grouping }: AlertPolicy,
  { closesAt, now }: { closesAt: number; now: number },
): boolean {
  return closesAt <= now || closesAt > now + grouping.windowSeconds * 1000 + SET_BACK_MS;
}

/**
 * When what joined a grouping window is told, once that has closed. Each was let in by its own time: quiet hours that
 * have begun since put it off where they defer, and take back nothing where they suppress.
 */
export function groupDueAt(
  { quietHours }: AlertPolicy,
  { now, closesAt, heldUntil }: { now: number; closesAt: number; heldUntil: readonly number[] },
): number {
  const quietEnd = quietHours.mode === "defer" ? quietUntil(quietHours, closesAt) : null;
  return Math.max(now, quietEnd ?? 0, ...heldUntil);
}

function suppressed(reason: SuppressReason): Decision {
  return { status: "suppressed", reason };
}
