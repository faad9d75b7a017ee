import { DAY_MS, MINUTE_MS } from "../../lib/units.ts";
import type { FailingStatus } from "../../schema/check_status.ts";
import { isFailing } from "../monitor/check_result.ts";
import { SET_BACK_MS } from "../monitor/set_back.ts";
import { type ChannelRules, type Decision, quietUntil, type SuppressReason } from "./decision.ts";
import type { AlertMessage } from "./message.ts";

/** Channels are not notified when maintenance ends early, so they look again. */
const WINDOW_LOOK_MS = 5 * MINUTE_MS;

type OutagePhase =
  /** The alert waits for its escalation; its delivery row is open. */
  | "escalating"
  /** The alert waits without a row: snoozed, or held back with a reason. */
  | "held"
  /** The alert was sent, or dropped by a rule of the channel alone. Reminders follow. */
  | "sent"
  | "over";

/** Kept only by channels with reminders or escalation, and for snoozed monitors. */
export interface Outage {
  monitorId: number;
  monitorName: string;
  eventId: string;
  message: AlertMessage;
  phase: OutagePhase;
  isAlertSent: boolean;
  dueAt: number;
  lookAt: number | null;
  /** When these times were set; missing in outages of earlier versions. */
  decidedAt?: number;
  alertHeldUntil?: number | null;
  reminders: number;
  rows: number;
  heldBack: SuppressReason | null;
  isRecoveryOwed?: boolean;
}

export interface OutageFacts {
  isDeleted: boolean;
  /** The monitor exists, is not paused and alerts through this channel. */
  isWatched: boolean;
  isFailing: boolean;
  failure: { status: FailingStatus; error: string } | null;
  maintenanceUntil: number | null;
  snoozedUntil: number | null;
  acknowledged: { untilMs: number | null } | null;
}

interface Moment {
  rules: ChannelRules;
  now: number;
}

export interface OfferedAlert {
  id: string;
  monitorId: number;
  monitorName: string;
  isUnderMaintenance: boolean;
  snoozedUntil: number | null;
  isRecoveryOwed?: boolean;
  message: AlertMessage;
}

interface AlertTaken {
  decision: Decision | null;
  outage: Outage | null;
  replaced: string | null;
}

export function takeAlert(
  event: OfferedAlert,
  known: Outage | null,
  { rules, now, decide }: Moment & { decide: () => Decision },
): AlertTaken {
  const before = known?.phase !== "over" && isWorseAlert(event) ? known : null;
  const { escalation, reminder } = rules.alertPolicy;
  const isQuietAnyway = !rules.enabled || event.isUnderMaintenance;
  if (isQuietAnyway) return { decision: decide(), outage: known, replaced: null };
  const replaced = known?.phase === "escalating" ? known.eventId : null;
  const isRemembered = reminder.enabled || escalation.afterMinutes > 0;
  // Without a record, earlier alerts were sent.
  const hadAlert = !known && !isRemembered && (isWorseAlert(event) || (event.isRecoveryOwed ?? false));
  const isRecoveryOwed = hadAlert || owesRecovery(known);
  const begun = { ...beginOutage(event, before, now), isRecoveryOwed };
  if (event.snoozedUntil !== null && event.snoozedUntil > now) {
    const dueAt = escalationDue(event, before, rules);
    const outage: Outage = { ...begun, dueAt, lookAt: event.snoozedUntil, heldBack: "snoozed" };
    return { decision: { status: "suppressed", reason: "snoozed" }, outage, replaced };
  }
  if (escalation.afterMinutes > 0 && !begun.isAlertSent) {
    const dueAt = escalationDue(event, before, rules);
    const outage: Outage = { ...begun, phase: "escalating", dueAt, lookAt: Math.max(now, dueAt) };
    return { decision: null, outage, replaced };
  }
  const decision = decide();
  const heldUntil = decision.status === "pending" ? decision.heldUntil : null;
  return { decision, outage: isRemembered ? passOver(begun, { rules, now, heldUntil }) : null, replaced };
}

function owesRecovery(known: Outage | null): boolean {
  if (!known) return false;
  return (known.isRecoveryOwed ?? false) || (known.phase !== "over" && known.isAlertSent);
}

/** Otherwise it is a new failure: a monitor that is paused or not watched here recovers without an event. */
export function isWorseAlert({ message }: { message: AlertMessage }): boolean {
  return message.previousStatus !== null && isFailing(message.previousStatus);
}

export function takeRecovery(
  event: { isUnderMaintenance: boolean },
  known: Outage | null,
  decide: () => Decision,
): { decision: Decision; outage: Outage | null; ended: string | null } {
  const ended = known?.phase === "escalating" ? known.eventId : null;
  const left: Outage | null =
    event.isUnderMaintenance && known ? { ...known, phase: "over", lookAt: null } : null;
  const decision = decide();
  if (!known || known.isAlertSent || known.isRecoveryOwed || decision.status === "suppressed")
    return { decision, outage: left, ended };
  const reason = known.heldBack === "snoozed" ? "snoozed" : "recovered before escalation";
  return { decision: { status: "suppressed", reason }, outage: left, ended };
}

type OutageStep =
  | { kind: "stop"; outage: Outage | null; reason: SuppressReason }
  /** With `reason`, the pending message leaves a suppressed row. */
  | { kind: "wait"; outage: Outage; reason: SuppressReason | null }
  | { kind: "send"; outage: Outage };

export function isAlertPending({ phase }: Outage): boolean {
  return phase === "escalating" || phase === "held";
}

export function withCurrentFailure(outage: Outage, { failure }: OutageFacts): Outage {
  if (!failure) return outage;
  const { message } = outage;
  const monitors = message.monitors.map((monitor) => ({ ...monitor, ...failure }));
  return { ...outage, message: { ...message, ...failure, monitors } };
}

export function decideOutage(stored: Outage, facts: OutageFacts, { rules, now }: Moment): OutageStep {
  const outage = limitWait(stored, now);
  const { reminder, quietHours } = rules.alertPolicy;
  if (!facts.isWatched) return stopOutage(outage, facts, now);
  if (!facts.isFailing || outage.phase === "over")
    return wait(outage, { lookAt: outage.phase === "escalating" ? now + MINUTE_MS : null, now });
  if (!isAlertPending(outage) && (!reminder.enabled || outage.reminders >= reminder.most))
    return wait(outage, { lookAt: null, now });
  if (now < outage.dueAt) return wait(outage, { lookAt: outage.dueAt, now });
  const silence = findSilence(facts, { rules, now });
  if (silence) return holdBack(outage, silence, now);
  const quietEnd = quietUntil(quietHours, now);
  if (quietEnd === null) return { kind: "send", outage };
  if (quietHours.mode === "defer") return wait(outage, { lookAt: quietEnd, now });
  return { kind: "wait", outage: passOver(outage, { rules, now }), reason: "quiet-hours" };
}

/** A resumed monitor may still recover from it, or alert anew. */
function stopOutage(outage: Outage, { isDeleted }: OutageFacts, now: number): OutageStep {
  const isRecoveryOwed = owesRecovery(outage);
  const stopped: Outage = { ...outage, phase: "over", isRecoveryOwed, lookAt: now + DAY_MS, decidedAt: now };
  return { kind: "stop", outage: isDeleted ? null : stopped, reason: "no longer watched" };
}

/** After the clock was set back, no wait becomes longer than its remaining time. */
export function limitWait(outage: Outage, now: number): Outage {
  const { decidedAt = 0, dueAt, lookAt } = outage;
  const aheadMs = decidedAt - now;
  if (aheadMs <= SET_BACK_MS) return outage;
  return { ...outage, decidedAt: now, dueAt: dueAt - aheadMs, lookAt: lookAt === null ? null : now };
}

interface Passing extends Moment {
  heldUntil?: number | null;
}

export function recordSent(outage: Outage, passing: Passing): Outage {
  return passOver({ ...outage, reminders: outage.reminders + (isAlertPending(outage) ? 0 : 1) }, passing);
}

export function passOver(outage: Outage, { rules: { alertPolicy }, now, heldUntil = null }: Passing): Outage {
  const { reminder, grouping } = alertPolicy;
  // With grouping, reminders share moments, so they can form a digest.
  const step = grouping.enabled ? grouping.windowSeconds * 1000 : 1;
  const dueAt = Math.ceil(((heldUntil ?? now) + reminder.everyMinutes * MINUTE_MS) / step) * step;
  const isMore = reminder.enabled && outage.reminders < reminder.most;
  return {
    ...outage,
    phase: "sent",
    isAlertSent: true,
    heldBack: null,
    dueAt,
    lookAt: isMore ? dueAt : null,
    decidedAt: now,
    alertHeldUntil: heldUntil,
  };
}

function beginOutage(event: OfferedAlert, before: Outage | null, now: number): Outage {
  const { id: eventId, monitorId, monitorName, message } = event;
  return {
    monitorId,
    monitorName,
    eventId,
    message,
    phase: "held",
    isAlertSent: before?.isAlertSent ?? false,
    dueAt: now,
    lookAt: now,
    decidedAt: now,
    reminders: before?.reminders ?? 0,
    rows: 0,
    heldBack: null,
  };
}

function escalationDue(event: OfferedAlert, before: Outage | null, { alertPolicy }: ChannelRules): number {
  if (before && isAlertPending(before)) return before.dueAt;
  const { afterMinutes } = alertPolicy.escalation;
  return event.message.at + (before?.isAlertSent ? 0 : afterMinutes * MINUTE_MS);
}

interface Silence {
  reason: SuppressReason;
  until: number | null;
}

export function findSilence(
  { maintenanceUntil, snoozedUntil, acknowledged }: OutageFacts,
  { rules: { enabled, alertPolicy }, now }: Moment,
): Silence | null {
  const isAfter = (until: number | null) => until === null || until > now;
  // Switching a channel on again notifies nobody here, so look again later.
  if (!enabled)
    return { reason: "channel disabled", until: now + alertPolicy.reminder.everyMinutes * MINUTE_MS };
  if (maintenanceUntil !== null && isAfter(maintenanceUntil))
    return { reason: "maintenance", until: Math.min(maintenanceUntil, now + WINDOW_LOOK_MS) };
  if (snoozedUntil !== null && isAfter(snoozedUntil)) return { reason: "snoozed", until: snoozedUntil };
  if (acknowledged && isAfter(acknowledged.untilMs))
    return { reason: "acknowledged", until: acknowledged.untilMs };
  return null;
}

function holdBack(outage: Outage, { reason, until }: Silence, now: number): OutageStep {
  const { heldBack, phase } = outage;
  const held: Outage = {
    ...outage,
    phase: phase === "escalating" ? "held" : phase,
    heldBack: heldBack ?? reason,
    lookAt: until,
    decidedAt: now,
  };
  return { kind: "wait", outage: held, reason: heldBack === null ? reason : null };
}

function wait(outage: Outage, { lookAt, now }: { lookAt: number | null; now: number }): OutageStep {
  return { kind: "wait", outage: { ...outage, lookAt, decidedAt: now }, reason: null };
}
