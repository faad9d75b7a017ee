import { compareRuns } from "./compare_runs.ts";
import { findLeaks } from "./leaks.ts";
import { type ExpectedEvent, followChannel, followMonitor, type Offered, type StoredCheck } from "./model.ts";
import type { Channel, Monitor, Status } from "./scenario.ts";
import type { Receipt } from "./targets.ts";
import type { World } from "./world.ts";

/** A tick collects results for at most this long. */
const TICK_MS = 5000;
/** Several runs of cron. */
const SOON_MS = 300_000;
const MOST_ATTEMPTS = 3;

interface Recorded {
  id: string;
  monitorId: number;
  kind: "alert" | "recovery" | "certificate";
  at: number;
  status: string;
  offered: number;
}

interface Delivery {
  id: number;
  channelId: number;
  eventId: string;
  messageId: string;
  monitorId: number | null;
  eventType: ExpectedEvent["kind"];
  status: string;
  reason: string | null;
  heldUntil: number | null;
  createdAt: number;
  attempts: number;
}

interface HistoryRow {
  from: number;
  to: number | null;
  state: Status;
}

/** Returns a sentence for each difference from the model. */
export async function compare(world: World): Promise<string[]> {
  const found: string[] = [];
  const isMaintenanceOf = new Map<string, boolean>();
  const events = readEvents(world);
  for (const monitor of world.scenario.monitors) {
    const id = idOf(world, "monitors", monitor.key);
    const checks = storedChecksOf(world, monitor, id);
    const { events: expected, states } = followMonitor(monitor, checks);
    const own = events.filter(({ monitorId }) => monitorId === id);
    found.push(...compareEvents(monitor, expected, own));
    for (const [i, { isMaintenance }] of expected.entries())
      isMaintenanceOf.set(own[i]?.id ?? "", isMaintenance);
    found.push(
      ...compareRuns(world, monitor, { expected, checks, states, eventIds: own.map((event) => event.id) }),
    );
    found.push(...findMissedChecks(monitor, checks, world.host.time.now()));
    found.push(...compareHistory(monitor, { checks, states, rows: readHistory(world, id) }));
  }
  for (const channel of world.scenario.channels)
    found.push(...compareChannel(world, channel, { events, isMaintenanceOf }));
  found.push(...(await findLeaks(world)));
  return found;
}

function storedChecksOf(world: World, monitor: Monitor, id: number): StoredCheck[] {
  const { windows } = world.scenario;
  const own = windows.filter(({ monitors }) => monitors.includes(monitor.key));
  const probed = world.targets.probed.get(monitor.key) ?? [];
  return (world.results.get(id) ?? []).map(({ at: writtenAt, status }) => {
    const at = probed.findLast((one) => one.at <= writtenAt && writtenAt - one.at < TICK_MS)?.at ?? writtenAt;
    return {
      at,
      status: status as Status,
      isMaintenance: own.some(({ startsAt, endsAt }) => at >= startsAt && at < endsAt),
    };
  });
}

/** Faults may delay some checks, but at least half must be on time, and they must continue to the end. */
function findMissedChecks(
  { key, intervalSecs }: Monitor,
  checks: readonly StoredCheck[],
  now: number,
): string[] {
  const intervalMs = intervalSecs * 1000;
  const lastAt = checks.at(-1)?.at ?? 0;
  if (now - lastAt > 2 * intervalMs + SOON_MS)
    return [`${key}: no check since ${new Date(lastAt).toISOString()}`];
  const gaps = checks.slice(1).map(({ at }, i) => at - (checks[i]?.at ?? at));
  const median = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0;
  return median > 1.5 * intervalMs ? [`${key}: checks come every ${median} ms`] : [];
}

function compareEvents(
  { key }: Monitor,
  wanted: readonly ExpectedEvent[],
  own: readonly Recorded[],
): string[] {
  const found: string[] = [];
  const describe = (one: { kind: string; at: number } | undefined, status = "") =>
    one ? `${one.kind} ${status} at ${new Date(one.at).toISOString()}` : "nothing";
  for (let i = 0; i < Math.max(wanted.length, own.length); i++) {
    const [expected, event] = [wanted[i], own[i]];
    const isSame =
      expected &&
      event &&
      expected.kind === event.kind &&
      expected.status === event.status &&
      Math.abs(expected.at - event.at) < TICK_MS;
    if (isSame) continue;
    found.push(
      `${key}: expected ${describe(expected, expected?.status)}, recorded ${describe(event, event?.status)}`,
    );
    break;
  }
  return found;
}

function compareHistory(
  { key, intervalSecs }: Monitor,
  {
    checks,
    states,
    rows,
  }: { checks: readonly StoredCheck[]; states: readonly Status[]; rows: readonly HistoryRow[] },
): string[] {
  const longestMs = 2 * intervalSecs * 1000;
  for (const [i, row] of rows.entries()) {
    const next = rows[i + 1];
    if (next && (row.to === null || row.to > next.from))
      return [`${key}: rows of history overlap at ${next.from}`];
  }
  let at = 0;
  for (let i = 0; i + 1 < checks.length; i++) {
    const [from, to] = [checks[i]?.at ?? 0, checks[i + 1]?.at ?? 0];
    if (Math.abs(to - from - longestMs) < TICK_MS) continue;
    const expected = to - from > longestMs ? null : states[i];
    const middle = (from + to) / 2;
    while (rows[at + 1] && (rows[at]?.to ?? Infinity) <= middle) at += 1;
    const row = rows[at];
    const state = row && row.from <= middle && middle < (row.to ?? Infinity) ? row.state : null;
    if (state !== expected)
      return [`${key}: history at ${new Date(middle).toISOString()} is ${state}, expected ${expected}`];
  }
  return [];
}

function compareChannel(
  world: World,
  channel: Channel,
  { events, isMaintenanceOf }: { events: readonly Recorded[]; isMaintenanceOf: ReadonlyMap<string, boolean> },
): string[] {
  const found: string[] = [];
  const id = idOf(world, "channels", channel.key);
  const linked = new Set(
    world.scenario.monitors
      .filter(({ channels }) => channels.includes(channel.key))
      .map(({ key }) => idOf(world, "monitors", key)),
  );
  const rows = readDeliveries(world, id);
  const own = events.filter(({ monitorId }) => linked.has(monitorId));
  const byEvent = Map.groupBy(rows, ({ eventId }) => eventId);
  for (const event of own) {
    const count = byEvent.get(event.id)?.length ?? 0;
    if (count !== 1) found.push(`${channel.key}: event ${event.id} has ${count} deliveries`);
  }
  const known = new Set(own.map((event) => event.id));
  const digests = rows.filter(({ eventId }) => eventId.startsWith("digest:"));
  const single = rows.filter(({ eventId }) => !eventId.startsWith("digest:"));
  for (const row of single)
    if (!known.has(row.eventId)) found.push(`${channel.key}: delivery ${row.eventId} has no event`);
  const offered = single.map((row): Offered => {
    const { eventId, monitorId, eventType: kind, createdAt: at } = row;
    return {
      eventId,
      monitorId: monitorId ?? 0,
      kind,
      at,
      isMaintenance: isMaintenanceOf.get(eventId) ?? false,
    };
  });
  const followed = followChannel(channel, offered);
  if (followed.digests !== digests.length)
    found.push(`${channel.key}: ${digests.length} digests, expected ${followed.digests}`);
  const receipts = Map.groupBy(
    world.receivers.receipts.filter(({ host }) => host === `${channel.key}.test`),
    (one) => one.id,
  );
  const now = world.host.time.now();
  for (const [i, row] of single.entries()) {
    const fate = followed.fates[i];
    found.push(
      ...compareDelivery(channel, row, {
        reason: fate?.reason ?? null,
        notBefore: fate?.notBefore ?? 0,
        receipts: receipts.get(row.messageId) ?? [],
        now,
      }),
    );
  }
  for (const row of digests)
    found.push(
      ...compareDelivery(channel, row, {
        reason: null,
        notBefore: 0,
        receipts: receipts.get(row.messageId) ?? [],
        now,
      }),
    );
  const ids = new Set(rows.map(({ messageId }) => messageId));
  for (const id of receipts.keys())
    if (!ids.has(id)) found.push(`${channel.key}: message ${id} has no delivery`);
  return found;
}

function compareDelivery(
  { key }: Channel,
  { eventId, status, reason, heldUntil, attempts }: Delivery,
  given: { reason: string | null; notBefore: number; receipts: readonly Receipt[]; now: number },
): string[] {
  const name = `${key}: delivery of ${eventId}`;
  const isWaiting = status === "pending" && (heldUntil ?? 0) > given.now;
  const isLate = given.reason === "merged into digest" && isWaiting;
  if (reason !== given.reason && !isLate)
    return [`${name} is ${status} (${reason}), expected ${given.reason ?? "to be sent"}`];
  const found: string[] = [];
  const { receipts } = given;
  if (given.reason !== null && receipts.length > 0) found.push(`${name} was sent in spite of ${reason}`);
  if (given.reason === null && status === "pending" && !isWaiting) found.push(`${name} is still pending`);
  if (given.reason === null && !["pending", "delivered", "failed"].includes(status))
    found.push(`${name} is ${status}`);
  if (status === "delivered" && receipts.length === 0)
    found.push(`${name} is delivered, and nobody received it`);
  if ((status === "failed" && attempts < MOST_ATTEMPTS) || attempts > MOST_ATTEMPTS)
    found.push(`${name} is ${status} after ${attempts} attempts`);
  if (status === "failed" && receipts.some((one) => !one.mayRepeat()))
    found.push(`${name} failed, and was received`);
  const repeats = receipts.slice(0, -1).filter((one) => !one.mayRepeat());
  if (repeats.length > 0) found.push(`${name} was received ${receipts.length} times`);
  const early = receipts.find(({ at }) => at < given.notBefore);
  if (early) found.push(`${name} was sent ${given.notBefore - early.at} ms early`);
  return found;
}

function idOf(world: World, table: "monitors" | "channels", key: string): number {
  return Number(world.database.read(`SELECT id FROM ${table} WHERE key = '${key}'`)[0]?.["id"]);
}

function readEvents(world: World): Recorded[] {
  return world.database.read(`
    SELECT id, monitor_id AS monitorId, kind, at, body ->> 'status' AS status, offered FROM monitor_events
    ORDER BY monitor_id, CAST(substr(id, instr(id, ':') + 1) AS INTEGER)`) as unknown as Recorded[];
}

function readHistory(world: World, monitorId: number): HistoryRow[] {
  return world.database.read(`
    SELECT from_at AS "from", to_at AS "to", state FROM monitor_history
    WHERE monitor_id = ${monitorId} ORDER BY from_at`) as unknown as HistoryRow[];
}

function readDeliveries(world: World, channelId: number): Delivery[] {
  return world.database.read(`
    SELECT id, channel_id AS channelId, event_id AS eventId, message ->> 'id' AS messageId, monitor_id AS monitorId,
      event_type AS eventType, status, reason, held_until AS heldUntil, created_at AS createdAt,
      attempt_count AS attempts
    FROM deliveries WHERE channel_id = ${channelId} ORDER BY created_at, id`) as unknown as Delivery[];
}
