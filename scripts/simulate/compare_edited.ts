import { compareEvents, compareStatus, findMissedChecks, readEvents, storedChecksOf } from "./compare.ts";
import { findGoodMoment } from "./compare_anew.ts";
import { compareDelivery, compareEventRows } from "./compare_channel.ts";
import { findLeaks } from "./leaks.ts";
import { followMonitor } from "./model.ts";
import { timeOf } from "./model_outages.ts";
import { lateMs } from "./outage_facts.ts";
import { type Delivery, idOf, type Recorded, readDeliveries } from "./recorded.ts";
import type { Channel, Monitor } from "./scenario.ts";
import { isWithin, type Span, touches } from "./spans.ts";
import type { World } from "./world.ts";

const TICK_MS = 5000;
/** Until cron tells a watch what it missed. */
const CRON_MS = 2 * 60_000;

interface Life {
  monitor: Monitor;
  id: number;
  paused: Span[];
  deletedAt: number | null;
}

/**
 * What must hold while operators pause, resume and delete monitors: a monitor that nobody watches isn't checked, and
 * nothing new is said about it. Once it is resumed and good, it is judged as if it began there.
 */
export async function compareEdited(world: World): Promise<string[]> {
  const lives = readLives(world);
  const events = readEvents(world);
  const found = lives.flatMap((life) => [
    ...findUnwatched(world, life, events),
    ...(life.deletedAt === null ? compareLater(world, life, events) : []),
  ]);
  for (const channel of world.scenario.channels)
    found.push(...compareRows(world, channel, { lives, events }));
  return [...found, ...findOrphans(world), ...(await findLeaks(world))];
}

function readLives(world: World): Life[] {
  const rows = world.database.read(`
    SELECT entity_id AS id, at, action, details ->> '$.changes.paused[1]' AS paused FROM audit
    WHERE entity_type = 'monitor' AND action IN ('Update', 'Delete') ORDER BY audit.id`);
  return world.scenario.monitors.map((monitor) => {
    const id = world.monitorIds.get(monitor.key) ?? 0;
    const life: Life = { monitor, id, paused: [], deletedAt: null };
    for (const { at, action, paused } of rows.filter((row) => Number(row["id"]) === id)) {
      const last = life.paused.at(-1);
      if (action === "Delete") life.deletedAt = Number(at);
      else if (paused === 0 && last) last.to = Number(at);
      // A late write may pause a monitor that is already paused.
      else if (paused === 1 && last?.to !== Infinity) life.paused.push({ from: Number(at), to: Infinity });
    }
    return life;
  });
}

/** Leaves out the time until the watch and the channels surely know. */
function unwatchedSpans(world: World, { paused, deletedAt }: Life): Span[] {
  const knownMs = lateMs(world) + CRON_MS;
  const deleted = deletedAt === null ? [] : [{ from: deletedAt, to: Infinity }];
  return [...paused, ...deleted]
    .map(({ from, to }) => ({ from: from + knownMs, to }))
    .filter(({ from, to }) => from < to);
}

function findUnwatched(world: World, life: Life, events: readonly Recorded[]): string[] {
  const { monitor, id, paused } = life;
  const { key } = monitor;
  const spans = unwatchedSpans(world, life);
  const probed = world.targets.probed.get(key)?.find(({ at }) => isWithin(spans, at));
  const event = events.find(({ monitorId, at }) => monitorId === id && isWithin(spans, at));
  const history = world.database.read(`
    SELECT from_at AS "from", coalesce(to_at, 1e15) AS "to" FROM monitor_history WHERE monitor_id = ${id}`);
  const isKnown = ({ from, to }: Span) => touches(history as unknown as Span[], { from, to: to - 1 });
  const known = paused
    .map(({ from, to }) => ({
      from: from + lateMs(world) + CRON_MS,
      to: Math.min(to, world.host.time.now()),
    }))
    .find((span) => span.from < span.to && isKnown(span));
  const runs = world.database.read(
    `SELECT id, attempts ->> '$[0].at' AS at FROM action_runs WHERE monitor_id = ${id}`,
  );
  const run = runs.find(({ at }) => at !== null && isWithin(spans, Number(at)));
  return [
    ...(probed ? [`${key} is checked at ${timeOf(probed.at)}, although nobody watches it`] : []),
    ...(event ? [`${key} has event ${event.id}, although nobody watches it`] : []),
    ...(run ? [`${key}: run ${run["id"]} of an action begins, although nobody watches it`] : []),
    ...(known ? [`${key} has history after ${timeOf(known.from)}, although it is paused`] : []),
  ];
}

function compareLater(world: World, { monitor, id, paused }: Life, events: readonly Recorded[]): string[] {
  const last = paused.at(-1);
  if (last?.to === Infinity) {
    const [row] = world.database.read(`SELECT current FROM monitor_status WHERE monitor_id = ${id}`);
    const isPending = row?.["current"] === "pending";
    return isPending ? [] : [`${monitor.key} is paused, and is ${row?.["current"]}`];
  }
  const checks = storedChecksOf(world, monitor, id);
  const missed = findMissedChecks(monitor, checks, world.host.time.now());
  const first = findGoodMoment(monitor, checks, last?.to ?? 0);
  if (first < 0) return missed;
  const from = checks[first]?.at ?? 0;
  const { events: wanted, states } = followMonitor(monitor, checks.slice(first + 1));
  const own = events.filter(({ monitorId, at }) => monitorId === id && at > from + TICK_MS);
  return [
    ...compareEvents(monitor, wanted, own),
    ...compareStatus(world, monitor, { id, expected: states.findLast((state) => state) }),
    ...missed,
  ];
}

function compareRows(
  world: World,
  channel: Channel,
  { lives, events }: { lives: readonly Life[]; events: readonly Recorded[] },
): string[] {
  const linked = lives.filter(({ monitor }) => monitor.channels.includes(channel.key));
  const lifeOf = new Map(linked.map((life) => [life.id, life]));
  const isLeft = (id: number | null) => lifeOf.get(id ?? 0)?.deletedAt === null;
  const rows = readDeliveries(world, idOf(world, "channels", channel.key));
  const own = events.filter(({ monitorId }) => isLeft(monitorId));
  const receipts = Map.groupBy(world.receivers.receipts, ({ id }) => id);
  return [
    ...compareEventRows(
      channel,
      own,
      rows.filter(({ monitorId }) => monitorId === null || isLeft(monitorId)),
    ),
    ...rows.flatMap((row) => {
      const life = lifeOf.get(row.monitorId ?? 0);
      return [
        ...compareDelivery(channel, row, {
          reason: row.reason,
          notBefore: 0,
          notAfter: Infinity,
          receipts: receipts.get(row.messageId) ?? [],
          now: world.host.time.now(),
          isTimed: false,
        }),
        ...(life ? findSentUnwatched(world, channel, { life, row }) : []),
      ];
    }),
  ];
}

/** A recovery may follow an alert that was sent, and what quiet hours hold is sent although the monitor was paused. */
function findSentUnwatched(
  world: World,
  { key, policy, onCall }: Channel,
  { life, row: { eventId, eventType, reason, triedAt, createdAt } }: { life: Life; row: Delivery },
): string[] {
  if (reason !== null || !["alert", "reminder"].includes(eventType)) return [];
  const sentAt = triedAt ?? createdAt;
  const decidedAt = policy.escalation || onCall ? sentAt : createdAt;
  const isUnwatched =
    isWithin(unwatchedSpans(world, { ...life, deletedAt: null }), decidedAt) ||
    isWithin(unwatchedSpans(world, { ...life, paused: [] }), sentAt);
  return isUnwatched
    ? [`${key}: ${eventType} ${eventId} is sent at ${timeOf(sentAt)}, although nobody watches it`]
    : [];
}

/** Only the record of events, messages and runs outlives a monitor. */
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
