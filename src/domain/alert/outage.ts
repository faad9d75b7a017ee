import { MINUTE_MS } from "../../lib/units.ts";
import type { FailingStatus } from "../../schema/check_status.ts";
import type { ChannelRules, Decision, SuppressReason } from "./decision.ts";
import type { AlertMessage } from "./message.ts";
import { quietUntil } from "./quiet_hours.ts";

/** A window may be ended early, and no channel is told of it. */
const WINDOW_LOOK_MS = 5 * MINUTE_MS;

/** What one channel knows of a failure that goes on, where it reminds, waits to escalate, or the monitor was snoozed. */
export interface Outage {
  monitorId: number;
  monitorName: string;
  /** The alert that it began with, or the last worse one. */
  eventId: string;
  message: AlertMessage;
  /** Whether its alert was told here, or held back by nothing but a rule of the channel. */
  isTold: boolean;
  /** The alert is still to be told. */
  isOwed: boolean;
  /** The alert's own delivery waits for that to be decided. */
  isRowOpen: boolean;
  /** It is over, which was not told as it was in maintenance. */
  isOver: boolean;
  /** When the alert that is owed is to be told, or the next reminder. */
  dueAt: number;
  /** When to look again; null: not before somebody changes something. */
  lookAt: number | null;
  reminders: number;
  /** Deliveries made after the alert's own: each has a number. */
  rows: number;
  /** Why what is due was held back, once that has left its row. */
  heldBack: SuppressReason | null;
}

/** How things are when an outage is looked at. */
export interface Standing {
  /** There is such a monitor, it is not paused, and it alerts through the channel. */
  isWatched: boolean;
  /** What was last heard of it is an alert. */
  isFailing: boolean;
  /** How it fails now, which may be less than it was alerted for; null where that is not known. */
  failure: { status: FailingStatus; error: string } | null;
  /** End of the maintenance that runs; null outside. */
  maintenanceUntil: number | null;
  snoozedUntil: number | null;
  /** `untilMs` is null for as long as the outage lasts. */
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
  message: AlertMessage;
}

interface AlertTaken {
  /** What its row begins as; null: it waits for the outage to be looked at. */
  decision: Decision | null;
  /** Kept from now on; null where the channel needs to remember nothing. */
  outage: Outage | null;
  /** Of this earlier alert the row ends: a worse one takes its place. */
  replaced: string | null;
}

/** What becomes of an alert, and what is remembered of its outage. `decide` applies the channel's other rules. */
export function takeAlert(
  event: OfferedAlert,
  known: Outage | null,
  { rules, now, decide }: Moment & { decide: () => Decision },
): AlertTaken {
  const before = known?.isOver ? null : known;
  const { escalation, reminder } = rules.alertPolicy;
  const isQuietAnyway = !rules.enabled || event.isUnderMaintenance;
  if (isQuietAnyway) return { decision: decide(), outage: known, replaced: null };
  const replaced = before?.isRowOpen ? before.eventId : null;
  const begun = beginOutage(event, before, now);
  if (event.snoozedUntil !== null && event.snoozedUntil > now) {
    const dueAt = escalationDue(event, before, rules);
    const outage: Outage = { ...begun, dueAt, lookAt: event.snoozedUntil, heldBack: "snoozed" };
    return { decision: { status: "suppressed", reason: "snoozed" }, outage, replaced };
  }
  if (escalation.afterMinutes > 0 && !begun.isTold) {
    const dueAt = escalationDue(event, before, rules);
    const outage: Outage = { ...begun, dueAt, lookAt: Math.max(now, dueAt), isRowOpen: true };
    return { decision: null, outage, replaced };
  }
  const decision = decide();
  const isRemembered = reminder.enabled || escalation.afterMinutes > 0;
  const heldUntil = decision.status === "pending" ? decision.heldUntil : null;
  return { decision, outage: isRemembered ? passOver(begun, rules, heldUntil ?? now) : null, replaced };
}

/** The recovery goes only to who heard of the failure. */
export function takeRecovery(
  event: { isUnderMaintenance: boolean },
  known: Outage | null,
  decide: () => Decision,
): { decision: Decision; outage: Outage | null; ended: string | null } {
  const ended = known?.isRowOpen ? known.eventId : null;
  const left =
    event.isUnderMaintenance && known ? { ...known, isRowOpen: false, isOver: true, lookAt: null } : null;
  const decision = decide();
  if (!known || known.isTold || decision.status === "suppressed") return { decision, outage: left, ended };
  const reason = known.heldBack === "snoozed" ? "snoozed" : "recovered before escalation";
  return { decision: { status: "suppressed", reason }, outage: left, ended };
}

type OutageStep =
  /** Nobody asks any more: it is forgotten. */
  | { kind: "forget"; reason: SuppressReason }
  /** Nothing is told now; with `leaves` what was due leaves its row. `outage.lookAt` says when to look again. */
  | { kind: "wait"; outage: Outage; leaves: SuppressReason | null }
  /** What is owed, or a reminder, is told now. */
  | { kind: "tell"; outage: Outage };

/** With what its monitor says now. */
export function bringUpToDate(outage: Outage, { failure }: Standing): Outage {
  if (!failure) return outage;
  const { message } = outage;
  const monitors = message.monitors.map((monitor) => ({ ...monitor, ...failure }));
  return { ...outage, message: { ...message, ...failure, monitors } };
}

/** What to do about an outage at the moment at which it is looked at. Asked again at once it leaves nothing again. */
export function decideOutage(outage: Outage, standing: Standing, { rules, now }: Moment): OutageStep {
  const { reminder, quietHours } = rules.alertPolicy;
  if (!standing.isWatched) return { kind: "forget", reason: "no longer watched" };
  // Its end is on the way here, and takes what waits with it.
  if (!standing.isFailing || outage.isOver) return wait(outage, outage.isRowOpen ? now + MINUTE_MS : null);
  if (!outage.isOwed && (!reminder.enabled || outage.reminders >= reminder.most)) return wait(outage, null);
  if (now < outage.dueAt) return wait(outage, outage.dueAt);
  const hush = findHush(standing, { rules, now });
  if (hush) return holdBack(outage, hush.reason, hush.until);
  const quietEnd = quietUntil(quietHours, now);
  if (quietEnd === null) return { kind: "tell", outage };
  if (quietHours.mode === "defer") return wait(outage, quietEnd);
  return { kind: "wait", outage: passOver(outage, rules, now), leaves: "quiet-hours" };
}

/** After what was due is told at that moment. */
export function noteTold(outage: Outage, rules: ChannelRules, at: number): Outage {
  return passOver({ ...outage, reminders: outage.reminders + (outage.isOwed ? 0 : 1) }, rules, at);
}

/** After the channel's own rules have held it back for good: it is not told later, and reminders go on. */
export function passOver(outage: Outage, { alertPolicy }: ChannelRules, at: number): Outage {
  const { reminder, grouping } = alertPolicy;
  // Where much is told together, reminders have moments in common.
  const step = grouping.enabled ? grouping.windowSeconds * 1000 : 1;
  const dueAt = Math.ceil((at + reminder.everyMinutes * MINUTE_MS) / step) * step;
  const isMore = reminder.enabled && outage.reminders < reminder.most;
  return {
    ...outage,
    ...{ isTold: true, isOwed: false, isRowOpen: false, heldBack: null },
    ...{ dueAt, lookAt: isMore ? dueAt : null },
  };
}

function beginOutage(event: OfferedAlert, before: Outage | null, now: number): Outage {
  const { id: eventId, monitorId, monitorName, message } = event;
  return {
    ...{ monitorId, monitorName, eventId, message },
    isTold: before?.isTold ?? false,
    isOwed: true,
    isRowOpen: false,
    isOver: false,
    dueAt: now,
    lookAt: now,
    reminders: before?.reminders ?? 0,
    rows: 0,
    heldBack: null,
  };
}

/** A worse alert has waited since the first. */
function escalationDue(event: OfferedAlert, before: Outage | null, { alertPolicy }: ChannelRules): number {
  if (before?.isOwed) return before.dueAt;
  const { afterMinutes } = alertPolicy.escalation;
  return event.message.at + (before?.isTold ? 0 : afterMinutes * MINUTE_MS);
}

interface Hush {
  reason: SuppressReason;
  until: number | null;
}

function findHush(
  { maintenanceUntil, snoozedUntil, acknowledged }: Standing,
  { rules: { enabled, alertPolicy }, now }: Moment,
): Hush | null {
  const isAfter = (until: number | null) => until === null || until > now;
  // Nobody says when a channel is switched on again.
  if (!enabled)
    return { reason: "channel disabled", until: now + alertPolicy.reminder.everyMinutes * MINUTE_MS };
  if (maintenanceUntil !== null && isAfter(maintenanceUntil))
    return { reason: "maintenance", until: Math.min(maintenanceUntil, now + WINDOW_LOOK_MS) };
  if (snoozedUntil !== null && isAfter(snoozedUntil)) return { reason: "snoozed", until: snoozedUntil };
  if (acknowledged && isAfter(acknowledged.untilMs))
    return { reason: "acknowledged", until: acknowledged.untilMs };
  return null;
}

/** What is due leaves one row, however often it is held back before it is told. */
function holdBack(outage: Outage, reason: SuppressReason, until: number | null): OutageStep {
  const { heldBack } = outage;
  const held = { ...outage, isRowOpen: false, heldBack: heldBack ?? reason, lookAt: until };
  return { kind: "wait", outage: held, leaves: heldBack === null ? reason : null };
}

function wait(outage: Outage, lookAt: number | null): OutageStep {
  return { kind: "wait", outage: { ...outage, lookAt }, leaves: null };
}
