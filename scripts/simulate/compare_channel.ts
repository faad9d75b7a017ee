import { compareOutages } from "./compare_outages.ts";
import { followChannel, type Offered } from "./model.ts";
import { hasSlowQueries, lateMs, quietSpansOf } from "./outage_facts.ts";
import { type Delivery, idOf, type Recorded, readDeliveries } from "./recorded.ts";
import type { Channel } from "./scenario.ts";
import { firstFree } from "./spans.ts";
import type { Receipt } from "./targets.ts";
import type { World } from "./world.ts";

const MOST_ATTEMPTS = 3;
const SHORTEST_WAIT_MS = 60_000;
const HANGING_MS = 600_000;

interface Recordings {
  events: readonly Recorded[];
  isMaintenanceOf: ReadonlyMap<string, boolean>;
  recoveredAt: ReadonlyMap<number, readonly number[]>;
}

export function compareChannel(
  world: World,
  channel: Channel,
  { events, isMaintenanceOf, recoveredAt }: Recordings,
): string[] {
  const found: string[] = [];
  const id = idOf(world, "channels", channel.key);
  const linked = new Map(
    world.scenario.monitors
      .filter(({ channels }) => channels.includes(channel.key))
      .map((monitor) => [idOf(world, "monitors", monitor.key), monitor]),
  );
  const rows = readDeliveries(world, id);
  const own = events.filter(({ monitorId }) => linked.has(monitorId));
  found.push(...compareEventRows(channel, own, rows));
  const isDigest = ({ eventId }: Delivery) => eventId.startsWith("digest:");
  const quiet = quietSpansOf(world, channel);
  const fates = followChannel(channel, {
    offered: offeredOf(channel, { own, rows, isMaintenanceOf }),
    quiet,
  });
  const digests = rows.filter(isDigest);
  // The change may reach the channel late, the channel may send late, and messages wait while another hangs.
  const patienceMs = 2 * lateMs(world) + (channel.troubles.length > 0 ? HANGING_MS : 0);
  if (fates.digests !== digests.length)
    found.push(`${channel.key}: ${digests.length} digests, expected ${fates.digests}`);
  const receipts = Map.groupBy(world.receivers.receipts, (one) => one.id);
  const fateOf = new Map(fates.fates.map((fate) => [fate.eventId, fate]));
  for (const row of rows) {
    const fate = fateOf.get(row.eventId);
    const isChecked = !fate || row.reason === "recovered before escalation";
    const sent = receipts.get(row.messageId) ?? [];
    const host = row.to?.includes("@") ? row.to : `${row.to ?? channel.key}.test`;
    const stray = sent.find((one) => one.host !== host);
    if (stray) found.push(`${channel.key}: ${row.eventId} went to ${stray.host}, expected ${host}`);
    found.push(
      ...compareDelivery(channel, row, {
        reason: isChecked ? row.reason : fate.reason,
        notBefore: fate?.notBefore ?? (isDigest(row) ? 0 : row.createdAt),
        notAfter: fate ? firstFree(quiet, fate.notBefore) + patienceMs : Infinity,
        receipts: sent,
        now: world.host.time.now(),
        // A slow query may outlast a claim, whose end is then unknown.
        isTimed: !hasSlowQueries(world.host.faults),
      }),
    );
  }
  if (!followsOutages(channel)) return found;
  for (const [monitorId, monitor] of linked) {
    const isMaintenance = (id: string) => isMaintenanceOf.get(id) ?? false;
    found.push(
      ...compareOutages(world, channel, {
        monitor,
        monitorId,
        events: own
          .filter((event) => event.monitorId === monitorId)
          .map((event) => ({ ...event, isMaintenance: isMaintenance(event.id) })),
        recoveredAt: recoveredAt.get(monitorId) ?? [],
        rows: rows.filter((row) => row.monitorId === monitorId),
      }),
    );
  }
  return found;
}

function followsOutages({ policy, onCall }: Channel): boolean {
  return Boolean(policy.reminder || policy.escalation || onCall);
}

export function compareEventRows(
  channel: Channel,
  own: readonly Recorded[],
  rows: readonly Delivery[],
): string[] {
  const found: string[] = [];
  const byEvent = Map.groupBy(rows, ({ eventId }) => eventId);
  const known = new Set(own.map(({ id }) => id));
  for (const id of channel.onCall ? [] : known) {
    const count = byEvent.get(id)?.length ?? 0;
    if (count !== 1) found.push(`${channel.key}: event ${id} has ${count} deliveries`);
  }
  for (const [eventId, { length }] of byEvent) {
    const [, event] = /^(\d+:\d+)(?::|$)/.exec(eventId) ?? [];
    const isKnown =
      eventId.startsWith("digest:") || eventId.startsWith("acknowledged:") || known.has(event ?? "");
    const isOwn = followsOutages(channel) || eventId === event || event === undefined;
    if (!isKnown || !isOwn) found.push(`${channel.key}: delivery ${eventId} has no event`);
    if (length > 1) found.push(`${channel.key}: ${eventId} has ${length} deliveries`);
  }
  return found;
}

function offeredOf(
  { policy, onCall }: Channel,
  {
    own,
    rows,
    isMaintenanceOf,
  }: { own: readonly Recorded[]; rows: readonly Delivery[]; isMaintenanceOf: ReadonlyMap<string, boolean> },
): Offered[] {
  const known = new Set(own.map(({ id }) => id));
  return rows.flatMap(({ eventId, monitorId, eventType: kind, createdAt: at }) => {
    const isEvent = known.has(eventId) || kind === "acknowledged";
    if (kind === "reminder" || !isEvent || onCall || (policy.escalation && kind === "alert")) return [];
    return [
      { eventId, monitorId: monitorId ?? 0, kind, at, isMaintenance: isMaintenanceOf.get(eventId) ?? false },
    ];
  });
}

export function compareDelivery(
  { key }: Channel,
  { eventId, status, reason, heldUntil, attempts, triedAt, waits }: Delivery,
  given: {
    reason: string | null;
    notBefore: number;
    notAfter: number;
    receipts: readonly Receipt[];
    now: number;
    isTimed: boolean;
  },
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
  if (given.isTimed && waits.some((ms) => ms < SHORTEST_WAIT_MS))
    found.push(`${name} was tried again after ${waits.join()} ms`);
  if (given.reason === null && (triedAt ?? given.now) > given.notAfter)
    found.push(`${name} was sent late, or not at all`);
  const early = receipts.find(({ at }) => at < given.notBefore);
  if (early) found.push(`${name} was sent ${given.notBefore - early.at} ms early`);
  return found;
}
