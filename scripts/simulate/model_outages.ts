import type { Channel } from "./scenario.ts";
import { findStretch, firstFree, isWithin, type Span, touches } from "./spans.ts";

/*
 * What becomes of an outage on a channel with reminders or escalation, by the specification alone: each message has its
 * reason to be sent or left out, none comes early or after its cause is gone, and none is missing.
 */

const MINUTE_MS = 60_000;
const TOLERANCE_MS = 5000;
/** Channels look again this often whether maintenance has ended early. */
export const RECHECK_MS = 5 * MINUTE_MS;

export interface OutageRow {
  eventId: string;
  at: number;
  isSent: boolean;
  reason: string | null;
  triedAt: number | null;
}

export interface Outage {
  alerts: (OutageRow & { eventAt: number })[];
  late: OutageRow[];
  reminders: OutageRow[];
  recovery: (OutageRow & { eventAt: number; isMaintenance: boolean }) | null;
  endAt: number;
}

export interface Circumstances {
  acknowledged: readonly Span[];
  maintenance: readonly Span[];
  quiet: readonly Span[];
  lateMs: number;
  queryMs: number;
  slowMs: number;
}

export function checkOutage(
  channel: Channel,
  outage: Outage,
  around: Circumstances,
): { found: string[]; isAlerted: boolean } {
  const notified = findNotified(channel, outage, around);
  if (notified.found.length > 0 || !notified.at)
    return { found: notified.found, isAlerted: notified.at !== null };
  return { found: checkReminders(channel, outage, { around, notified: notified.at }), isAlerted: true };
}

interface Notified {
  earliest: number;
  latest: number;
}

function findNotified(
  { policy, key }: Channel,
  { alerts, late, recovery, endAt }: Outage,
  around: Circumstances,
): { found: string[]; at: Notified | null } {
  const [first] = alerts;
  if (!first) return { found: [], at: null };
  const { escalation, quietHours } = policy;
  const { quiet } = around;
  if (!escalation) {
    const at = quietHours?.mode === "defer" ? firstFree(quiet, first.at) : first.at;
    return { found: [], at: { earliest: at, latest: at } };
  }
  const dueAt = Math.max(first.eventAt + escalation.afterMinutes * MINUTE_MS, first.at);
  const found: string[] = [];
  const heldUntil = quietHours?.mode === "defer" ? firstFree(quiet, dueAt) : dueAt;
  const waiting = alerts.filter(({ at }) => at < heldUntil + around.lateMs);
  let notified: OutageRow | null = null;
  for (const row of [...waiting, ...late].toSorted((a, b) => a.at - b.at)) {
    const name = `${key}: alert ${row.eventId}`;
    if (notified && (late.includes(row) || row.eventId === notified.eventId))
      found.push(`${name} comes after it was sent`);
    else if (row.isSent || row.reason === "quiet-hours") notified ??= row;
    else if (!isExcused(row, { around, dueAt, recovery, endAt, waiting }))
      found.push(`${name} was left out: ${row.reason}`);
    if (row.isSent && row.triedAt !== null && row.triedAt < dueAt && row === notified)
      found.push(`${name} was sent ${dueAt - row.triedAt} ms before its escalation`);
  }
  // After a long silence the next alert is the first that is sent.
  notified ??= alerts.find((row) => !waiting.includes(row) && row.isSent) ?? null;
  const until = notified?.triedAt ?? (notified ? notified.at : endAt);
  const free = findStretch(silences(around), {
    from: dueAt,
    to: until,
    lengthMs: around.lateMs + RECHECK_MS,
  });
  if (free !== null) found.push(`${key}: alert ${first.eventId} wasn't sent at ${timeOf(free)}`);
  if (!notified) return { found, at: null };
  const isLate = late.includes(notified);
  const earliest = isLate ? notified.at : Math.max(dueAt, notified.at);
  return { found, at: { earliest, latest: isLate ? notified.at : (notified.triedAt ?? Infinity) } };
}

function isExcused(
  { reason }: OutageRow,
  given: {
    around: Circumstances;
    dueAt: number;
    recovery: Outage["recovery"];
    endAt: number;
    waiting: readonly OutageRow[];
  },
): boolean {
  const { around, dueAt, recovery, endAt, waiting } = given;
  // Shortly before it was due, the database may not know yet that it recovered.
  const span = { from: dueAt - TOLERANCE_MS, to: endAt };
  // The monitor had recovered by then, so no alert was due, but the channel didn't know yet.
  const wasOver = recovery !== null && recovery.eventAt < dueAt;
  if (reason === "acknowledged") return wasOver || touches(around.acknowledged, span);
  if (reason === "maintenance") return touches(around.maintenance, span);
  if (reason === "recovered before escalation") return recovery !== null;
  return reason === "a worse alert followed" && waiting.length > 1;
}

function checkReminders(
  { policy, key }: Channel,
  { alerts, reminders, recovery, endAt }: Outage,
  { around, notified }: { around: Circumstances; notified: Notified },
): string[] {
  const { reminder, quietHours } = policy;
  if (!reminder) return reminders.map(({ eventId }) => `${key}: ${eventId} is a reminder, and it has none`);
  const everyMs = reminder.everyMinutes * MINUTE_MS;
  const found: string[] = [];
  const silent = silences(around);
  const { lateMs, slowMs } = around;
  let next = { earliest: notified.earliest + everyMs, latest: notified.latest + everyMs };
  let sent = 0;
  const worse = alerts.filter(({ at }) => at > notified.earliest).map((row) => ({ ...row, isWorse: true }));
  const rows = [...worse, ...reminders.map((row) => ({ ...row, isWorse: false }))];
  const missing = (to: number) => {
    const at =
      sent < reminder.most
        ? findStretch(silent, { from: next.latest, to, lengthMs: lateMs + RECHECK_MS })
        : null;
    if (at !== null) found.push(`${key}: a reminder of ${alerts[0]?.eventId} is missing at ${timeOf(at)}`);
  };
  for (const { eventId, at, isSent, reason, isWorse } of rows.toSorted((a, b) => a.at - b.at)) {
    missing(at);
    const name = `${key}: reminder ${eventId} at ${timeOf(at)}`;
    if (isWorse) {
      const from = quietHours?.mode === "defer" ? firstFree(around.quiet, at) : at;
      next = { earliest: from + everyMs, latest: from + everyMs };
      continue;
    }
    if (at < next.earliest) found.push(`${name} is ${next.earliest - at} ms early`);
    if (recovery && at > recovery.at) found.push(`${name} comes after the recovery`);
    if (recovery && at > recovery.eventAt + lateMs)
      found.push(`${name} comes long after the monitor recovered`);
    if (!isSent && reason !== "quiet-hours") {
      if (!isSilenced(reason, { around, at, lateMs })) found.push(`${name} was left out: ${reason}`);
      continue;
    }
    if (sent >= reminder.most) found.push(`${name} is one too many`);
    if (isSent && isWithin(around.quiet, at)) found.push(`${name} comes in quiet hours`);
    if (isSent && isWithin(around.maintenance, at)) found.push(`${name} comes in maintenance`);
    const long = around.acknowledged.map(({ from, to }) => ({ from: from + slowMs, to: to - slowMs }));
    if (isSent && isWithin(long, at)) found.push(`${name} comes although somebody has it`);
    if (isSent) sent += 1;
    next = { earliest: at + everyMs, latest: at + everyMs };
  }
  missing(endAt);
  return found;
}

/** The silence may have begun when the message was due, but reached the database later. */
export function isSilenced(
  reason: string | null,
  { around, at, lateMs }: { around: Circumstances; at: number; lateMs: number },
): boolean {
  const span = { from: at - lateMs, to: at };
  if (reason === "acknowledged") return touches(around.acknowledged, span);
  return reason === "maintenance" && touches(around.maintenance, span);
}

function silences({ acknowledged, maintenance, quiet }: Circumstances): Span[] {
  return [...acknowledged, ...maintenance, ...quiet];
}

export function timeOf(at: number): string {
  return new Date(at).toISOString();
}
