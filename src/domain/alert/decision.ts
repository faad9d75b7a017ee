import { MINUTE_MS } from "../../lib/units.ts";
import { findOffsetChange, minuteOfDay } from "../../lib/wall_clock.ts";
import type { AlertPolicy } from "../../schema/alert_policy.ts";
import { SET_BACK_MS } from "../monitor/set_back.ts";
import { type AlertKind, WITHOUT_MONITOR } from "./message.ts";

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
  | "no longer watched"
  | "nobody on call"
  | "nobody is next"
  | "user deleted"
  | "channel deleted"
  | "schedule deleted";

export interface ChannelRules {
  enabled: boolean;
  notifyOnRecovery: boolean;
  alertPolicy: AlertPolicy;
}

interface DecisionContext {
  now: number;
  /** Alerts of this monitor on this channel that were sent or will be. Recoveries don't count. */
  countSince(from: number): number;
  groupClosesAt: number | null;
}

export type Decision =
  | { status: "suppressed"; reason: SuppressReason }
  /** With `groupClosesAt`, the end of the window decides between an individual message and a digest. */
  | { status: "pending"; heldUntil: number | null; groupClosesAt: number | null };

interface DecidedEvent {
  kind: AlertKind;
  isUnderMaintenance: boolean;
  isSnoozed?: boolean;
}

/** Reminders have their own pace, and a recovery ends an alert that was sent. */
const CAPPED: readonly AlertKind[] = ["alert", "certificate", "action_failed", "test"];
const SNOOZED: readonly AlertKind[] = ["alert", "certificate"];

export function isCapped(kind: AlertKind): boolean {
  return CAPPED.includes(kind);
}

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
  if (!grouping.enabled || kind === "acknowledged" || WITHOUT_MONITOR.includes(kind))
    return { status: "pending", heldUntil: quietEnd, groupClosesAt: null };
  const closesAt = groupClosesAt ?? now + grouping.windowSeconds * 1000;
  return { status: "pending", heldUntil: Math.max(closesAt, quietEnd ?? 0), groupClosesAt: closesAt };
}

/** Also over if it would close later than any window that opens now: the clock was set back. */
export function isGroupOver(
  { grouping }: AlertPolicy,
  { closesAt, now }: { closesAt: number; now: number },
): boolean {
  return closesAt <= now || closesAt > now + grouping.windowSeconds * 1000 + SET_BACK_MS;
}

/**
 * Each event was accepted at its own time. Quiet hours that started since delay it in `defer` mode and drop
 * nothing in `suppress` mode.
 */
export function groupDueAt(
  policy: AlertPolicy,
  { now, closesAt, heldUntil }: { now: number; closesAt: number; heldUntil: readonly number[] },
): number {
  const { quietHours } = policy;
  const quietEnd = quietHours.mode === "defer" ? quietUntil(quietHours, closesAt) : null;
  const dueAt = Math.max(Math.min(closesAt, now), quietEnd ?? 0, ...heldUntil);
  return dueAt > now ? dueAt : (heldAgainUntil(policy, { dueAt, now }) ?? now);
}

/** After a stop, a message may be released so late that the next quiet hours have begun. */
export function heldAgainUntil(
  { quietHours }: AlertPolicy,
  { dueAt, now }: { dueAt: number; now: number },
): number | null {
  if (quietHours.mode !== "defer" || now - dueAt < MINUTE_MS) return null;
  // Quiet hours that cover the whole day never end: what they held goes at its time.
  return quietUntil(quietHours, dueAt) === null ? quietUntil(quietHours, now) : null;
}

function suppressed(reason: SuppressReason): Decision {
  return { status: "suppressed", reason };
}

type QuietHours = AlertPolicy["quietHours"];

const DAY_MINUTES = 1440;

/** Null outside quiet hours. Read from the wall clock: where clocks skip the end, quiet hours end a minute after. */
export function quietUntil({ enabled, start, end, timezone }: QuietHours, at: number): number | null {
  if (!enabled) return null;
  const [from, to] = [minutesOf(start), minutesOf(end)];
  const isQuiet = (moment: number) => isInside(minuteOfDay(timezone, moment), { from, to });
  if (!isQuiet(at)) return null;
  let minute = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  for (;;) {
    const candidate = minute + minutesUntil(to, minuteOfDay(timezone, minute)) * MINUTE_MS;
    const change = findOffsetChange(timezone, minute, candidate);
    if (change === null) return candidate;
    if (!isQuiet(change) || leavesOut(to, timezone, change)) return change;
    minute = change;
  }
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}

function isInside(minute: number, { from, to }: { from: number; to: number }): boolean {
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

function leavesOut(minute: number, timezone: string, change: number): boolean {
  const before = minuteOfDay(timezone, change - MINUTE_MS);
  const leap = (minuteOfDay(timezone, change) - before + DAY_MINUTES) % DAY_MINUTES;
  return leap < DAY_MINUTES / 2 && minutesUntil(minute, before) <= leap;
}

function minutesUntil(to: number, minute: number): number {
  return (to - minute + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
}
