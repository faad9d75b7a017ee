import { RECHECK_MS, timeOf } from "./model_outages.ts";
import { acknowledgedSpans, lateMs, maintenanceSpans, quietSpansOf } from "./outage_facts.ts";
import type { Delivery, Recorded } from "./recorded.ts";
import type { Channel, Monitor } from "./scenario.ts";
import { findStretch, isWithin, type Span, touches } from "./spans.ts";
import type { World } from "./world.ts";

const MINUTE_MS = 60_000;
const TICK_MS = 5000;

interface Given {
  monitor: Monitor;
  id: number;
  events: readonly Recorded[];
  rows: readonly Delivery[];
  isNeverOff: boolean;
}

export function compareSnoozed(world: World, channel: Channel, given: Given): string[] {
  if (channel.onCall) return splitOutages(given.events).flatMap((one) => checkPeople(channel, given, one));
  const snoozed = snoozedSpans(world, given.id);
  if (snoozed.length === 0 && given.rows.every(({ reason }) => reason !== UNWATCHED)) return [];
  const found: string[] = [];
  const known = snoozed.map(({ from, to }) => ({ from: from + lateMs(world), to: to - TICK_MS }));
  for (const { eventId, eventType, createdAt, reason } of given.rows) {
    const isNew = eventType === "reminder" || (eventType === "alert" && !channel.policy.escalation);
    if (isNew && reason === null && isWithin(known, createdAt))
      found.push(`${channel.key}: ${eventType} ${eventId} is sent at ${timeOf(createdAt)}, while snoozed`);
  }
  for (const outage of splitOutages(given.events))
    found.push(...checkOutage(world, channel, { ...given, ...outage, snoozed }));
  return found;
}

function checkOutage(
  world: World,
  { key, policy, ...channel }: Channel,
  {
    monitor,
    id,
    events,
    rows,
    isNeverOff,
    snoozed,
    alerts,
    recovery,
  }: Given & Outage & { snoozed: readonly Span[] },
): string[] {
  const [first] = alerts;
  const maintenance = maintenanceSpans(world, monitor.key);
  const whole = { from: first?.at ?? 0, to: recovery?.at ?? world.host.time.now() };
  if (!first || touches(maintenance, whole)) return [];
  const ids = new Set(alerts.map((alert) => alert.id));
  const own = rows.filter(({ eventId, eventType }) => eventType === "alert" && ids.has(baseOf(eventId)));
  const isSent = own.some(({ reason }) => reason === null || SENT_OTHERWISE.includes(reason));
  const found: string[] = [];
  const end = rows.find(({ eventId }) => eventId === recovery?.id);
  if (end && isSent && NEVER_ALERTED.includes(end.reason ?? ""))
    found.push(`${key}: ${end.eventId} was left out (${end.reason}) although the alert was sent`);
  const isHidden = own.length > 0 && own.every(({ reason }) => NEVER_SENT.includes(reason ?? ""));
  if (end && end.reason === null && isHidden)
    found.push(`${key}: ${end.eventId} says that something ended that was never sent`);
  if (isSent || !isNeverOff || policy.throttle) return found;
  const recoveredAt = events.filter(({ kind }) => kind === "recovery").map(({ at }) => at);
  const acknowledged = acknowledgedSpans(world, { monitorId: id, recoveredAt });
  const quiet = quietSpansOf(world, { key, policy, ...channel });
  const from = whole.from + (policy.escalation?.afterMinutes ?? 0) * MINUTE_MS;
  const free = findStretch([...snoozed, ...acknowledged, ...quiet], {
    from,
    to: whole.to,
    lengthMs: lateMs(world) + RECHECK_MS,
  });
  if (free !== null) found.push(`${key}: alert ${first.id} wasn't sent at ${timeOf(free)}, after a snooze`);
  return found;
}

function checkPeople({ key }: Channel, { rows }: Given, { alerts, recovery }: Outage): string[] {
  if (!recovery) return [];
  const ids = new Set(alerts.map(({ id }) => id));
  const reachedBy = (isOf: (row: Delivery) => boolean) =>
    new Set(rows.filter((row) => row.to !== null && row.reason === null && isOf(row)).map(({ to }) => to));
  const alerted = reachedBy(({ eventId, eventType }) => eventType === "alert" && ids.has(baseOf(eventId)));
  const ends = rows.filter(({ eventId }) => baseOf(eventId) === recovery.id);
  if (ends.some(({ reason }) => reason !== null && !NEVER_ALERTED.includes(reason))) return [];
  const informed = reachedBy(({ eventId }) => baseOf(eventId) === recovery.id);
  const missed = [...alerted].filter((to) => !informed.has(to));
  return missed.length === 0
    ? []
    : [`${key}: ${missed.join()} got an alert of ${recovery.id}, not its recovery`];
}

const SENT_OTHERWISE = ["merged into digest", "quiet-hours"];
const UNWATCHED = "no longer watched";
const NEVER_SENT = ["snoozed", UNWATCHED];
const NEVER_ALERTED = ["snoozed", "recovered before escalation", UNWATCHED];

interface Outage {
  alerts: Recorded[];
  recovery: Recorded | null;
}

function splitOutages(events: readonly Recorded[]): Outage[] {
  const outages: Outage[] = [];
  let open: Recorded[] = [];
  for (const event of events) {
    if (event.kind === "alert") open.push(event);
    if (event.kind !== "recovery") continue;
    outages.push({ alerts: open, recovery: event });
    open = [];
  }
  return [...outages, { alerts: open, recovery: null }];
}

function baseOf(eventId: string): string {
  return /^\d+:\d+/.exec(eventId)?.[0] ?? "";
}

function snoozedSpans({ database }: World, id: number): Span[] {
  const rows = database.read(`
    SELECT at, details ->> '$.changes.snoozedUntilMs[1]' AS until FROM audit
    WHERE entity_type = 'monitor' AND entity_id = ${id} AND details -> '$.changes.snoozedUntilMs' IS NOT NULL
    ORDER BY audit.id`);
  const spans: Span[] = [];
  for (const row of rows) {
    const at = Number(row["at"]);
    const last = spans.at(-1);
    if (last) last.to = Math.min(last.to, at);
    if (row["until"] !== null) spans.push({ from: at, to: Number(row["until"]) });
  }
  return spans;
}
