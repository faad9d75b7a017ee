import { compareEvents, compareStatus, findMissedChecks, readEvents, storedChecksOf } from "./compare.ts";
import { findGoodMoment } from "./compare_anew.ts";
import { compareDelivery, compareEventRows } from "./compare_channel.ts";
import { compareSnoozed } from "./compare_snoozed.ts";
import { findLeaks } from "./leaks.ts";
import { channelLife, type Life, monitorLife, surelyOffSpans } from "./lives.ts";
import { followMonitor } from "./model.ts";
import { timeOf } from "./model_outages.ts";
import { lateMs, quietSpansOf } from "./outage_facts.ts";
import { type Delivery, type Recorded, readDeliveries } from "./recorded.ts";
import type { Channel, Monitor } from "./scenario.ts";
import { isWithin, type Span, touches } from "./spans.ts";
import type { World } from "./world.ts";

const TICK_MS = 5000;

type WatchedLife = Life & { monitor: Monitor };

export async function compareEdited(world: World): Promise<string[]> {
  const { monitors, channels } = world.scenario;
  const lives = monitors.map((monitor) => ({ ...monitorLife(world, monitor), monitor }));
  const events = readEvents(world);
  const found = lives.flatMap((life) => [
    ...findUnwatched(world, life, events),
    ...(life.deletedAt === null ? compareLater(world, life, events) : []),
  ]);
  for (const channel of channels) found.push(...compareRows(world, channel, { lives, events }));
  return [...found, ...findOrphans(world), ...(await findLeaks(world))];
}

function findUnwatched(
  world: World,
  { monitor: { key }, ...life }: WatchedLife,
  events: readonly Recorded[],
): string[] {
  const { id } = life;
  const spans = surelyOffSpans(world, life);
  const isDead = (at: unknown) => at !== null && isWithin(spans, Number(at));
  const probed = world.targets.probed.get(key)?.find(({ at }) => isDead(at));
  const event = events.find(({ monitorId, at }) => monitorId === id && isDead(at));
  const runs = world.database.read(
    `SELECT id, attempts ->> '$[0].at' AS at FROM action_runs WHERE monitor_id = ${id}`,
  );
  const run = runs.find(({ at }) => isDead(at));
  const history = world.database.read(`
    SELECT from_at AS "from", coalesce(to_at, 1e15) AS "to" FROM monitor_history WHERE monitor_id = ${id}`);
  const now = world.host.time.now();
  const known = spans
    .map(({ from, to }) => ({ from, to: Math.min(to, now) - 1 }))
    .find((span) => span.from < span.to && touches(history as unknown as Span[], span));
  return [
    ...(probed ? [`${key} is checked at ${timeOf(probed.at)}`] : []),
    ...(event ? [`${key} has event ${event.id}`] : []),
    ...(run ? [`${key}: run ${run["id"]} of an action begins`] : []),
    ...(known ? [`${key} has history after ${timeOf(known.from)}`] : []),
  ].map((one) => `${one}, although nobody watches it`);
}

function compareLater(
  world: World,
  { monitor, id, off }: WatchedLife,
  events: readonly Recorded[],
): string[] {
  const last = off.at(-1);
  if (last?.to === Infinity) {
    const [row] = world.database.read(`SELECT current FROM monitor_status WHERE monitor_id = ${id}`);
    const isPending = row?.["current"] === "pending";
    return isPending ? [] : [`${monitor.key} is paused, and is ${row?.["current"]}`];
  }
  const { rules, changedAt } = readRules(world, id);
  const changed = { ...monitor, ...rules };
  const all = storedChecksOf(world, monitor, id);
  const checks = all.filter(({ at }) => at > changedAt + lateMs(world));
  const missed = findMissedChecks(changed, checks.length > 0 ? checks : all.slice(-1), world.host.time.now());
  const first = findGoodMoment(changed, checks, last?.to ?? 0);
  if (first < 0) return missed;
  const from = checks[first]?.at ?? 0;
  const { events: wanted, states } = followMonitor(changed, checks.slice(first + 1));
  const own = events.filter(({ monitorId, at }) => monitorId === id && at > from + TICK_MS);
  return [
    ...compareEvents(monitor, wanted, own),
    ...compareStatus(world, monitor, { id, expected: states.findLast((state) => state) }),
    ...missed,
  ];
}

function readRules({ database }: World, id: number): { rules: Partial<Monitor>; changedAt: number } {
  const [rules] = database.read(`
    SELECT interval_secs AS intervalSecs, failure_threshold AS failureThreshold, recovery_threshold AS recoveryThreshold
    FROM monitors WHERE id = ${id}`);
  const [row] = database.read(`
    SELECT max(at) AS at FROM audit, json_each(details -> '$.fields') AS field
    WHERE entity_type = 'monitor' AND action = 'Update' AND entity_id = ${id}
      AND field.value IN ('intervalSecs', 'failureThreshold', 'recoveryThreshold')`);
  return { rules: rules as Partial<Monitor>, changedAt: Number(row?.["at"] ?? 0) };
}

function compareRows(
  world: World,
  channel: Channel,
  { lives, events }: { lives: readonly WatchedLife[]; events: readonly Recorded[] },
): string[] {
  const life = channelLife(world, channel);
  const linked = lives.filter(({ monitor }) => monitor.channels.includes(channel.key));
  const lifeOf = new Map(linked.map((one) => [one.id, one]));
  const isLeft = (id: number | null) => lifeOf.get(id ?? 0)?.deletedAt === null;
  const rows = readDeliveries(world, life.id);
  const receipts = Map.groupBy(world.receivers.receipts, ({ id }) => id);
  const compareOne = (row: Delivery) => {
    const monitor = lifeOf.get(row.monitorId ?? 0);
    const given = { reason: row.reason, notBefore: 0, notAfter: Infinity, isTimed: false };
    const sent = { receipts: receipts.get(row.messageId) ?? [], now: world.host.time.now() };
    return [
      ...(endsEarly(row) ? [] : compareDelivery(channel, row, { ...given, ...sent })),
      ...(monitor ? findSentUnwatched(world, channel, { monitor, row }) : []),
      ...findSentOff(world, channel, { life, row }),
    ];
  };
  if (life.deletedAt !== null) return rows.flatMap((row) => findSentOff(world, channel, { life, row }));
  const own = events.filter(({ monitorId }) => isLeft(monitorId));
  const ofThese = rows.filter(
    (row) => !isAfterSnooze(row) && (row.monitorId === null || isLeft(row.monitorId)),
  );
  const compareSnoozesOf = ({ monitor, id, off, deletedAt }: WatchedLife) =>
    compareSnoozed(world, channel, {
      monitor,
      id,
      events: events.filter(
        ({ monitorId, at }) => monitorId === id && at + lateMs(world) < (deletedAt ?? Infinity),
      ),
      rows: rows.filter(({ monitorId }) => monitorId === id),
      isNeverOff: off.length === 0 && deletedAt === null && life.off.length === 0,
    });
  return [
    ...compareEventRows(channel, own, ofThese),
    ...rows.flatMap(compareOne),
    ...linked.flatMap(compareSnoozesOf),
  ];
}

function isAfterSnooze({ eventId, eventType }: Delivery): boolean {
  return eventType === "alert" && /^\d+:\d+:\d+$/.test(eventId);
}

function endsEarly({ to, eventId, reason, attempts }: Delivery): boolean {
  return (to === null && /:c\d+$/.test(eventId)) || (reason === "channel disabled" && attempts > 0);
}

function findSentUnwatched(
  world: World,
  channel: Channel,
  { monitor, row }: { monitor: Life; row: Delivery },
): string[] {
  const { key, policy, onCall } = channel;
  const { eventId, eventType, reason, triedAt, createdAt } = row;
  if (reason !== null || !["alert", "reminder"].includes(eventType)) return [];
  const sentAt = triedAt ?? createdAt;
  const decidedAt = policy.escalation || onCall ? sentAt : createdAt;
  const isUnwatched =
    isWithin(surelyOffSpans(world, { ...monitor, deletedAt: null }), decidedAt) ||
    isWithin(surelyOffSpans(world, { ...monitor, off: [] }), sentAt) ||
    isHeldAtPause(world, channel, { monitor, from: createdAt, to: sentAt });
  return isUnwatched
    ? [`${key}: ${eventType} ${eventId} is sent at ${timeOf(sentAt)}, although nobody watches the monitor`]
    : [];
}

function isHeldAtPause(
  world: World,
  channel: Channel,
  { monitor, from, to }: { monitor: Life } & Span,
): boolean {
  const margin = lateMs(world);
  const held = quietSpansOf(world, channel).filter((span) => isWithin([span], from));
  const isSurelyHeld = (at: number) => at > from + margin && at + margin < to && isWithin(held, at + margin);
  return monitor.off.some((span) => isSurelyHeld(span.from));
}

function findSentOff(
  world: World,
  { key }: Channel,
  { life, row: { eventId, status, triedAt } }: { life: Life; row: Delivery },
): string[] {
  const isSent = triedAt !== null && isWithin(surelyOffSpans(world, life), triedAt);
  const isOpen = life.deletedAt !== null && status === "pending";
  return [
    ...(isSent ? [`${key}: ${eventId} is sent at ${timeOf(triedAt)}, although the channel is off`] : []),
    ...(isOpen ? [`${key}: ${eventId} is still pending, although the channel is deleted`] : []),
  ];
}

function findOrphans({ database }: World): string[] {
  const tables = database.read(`
    SELECT t.name FROM sqlite_master AS t JOIN pragma_table_info(t.name) AS c ON c.name = 'monitor_id'
    WHERE t.type = 'table' AND t.name NOT IN ('deliveries', 'action_runs', 'monitor_events')`);
  return tables.flatMap(({ name }) => {
    const [row] = database.read(
      `SELECT count(*) AS n FROM "${name}" WHERE monitor_id NOT IN (SELECT id FROM monitors)`,
    );
    const orphans = Number(row?.["n"]);
    return orphans > 0 ? [`${orphans} rows of ${name} belong to no monitor`] : [];
  });
}
