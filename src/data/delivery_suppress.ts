import { type SQL, sql } from "drizzle-orm";
import type { SuppressReason } from "../domain/alert/decision.ts";
import type { NewDelivery } from "../domain/alert/delivery.ts";
import type { AlertKind } from "../domain/alert/message.ts";
import { listOf, type Statement } from "./db.ts";
import { countEnds } from "./tally.ts";

const UNWATCHED = "no longer watched" satisfies SuppressReason;
const MERGED = sql.raw(`'${"merged into digest" satisfies SuppressReason}'`);
const IS_OPEN = sql`deliveries.status = 'pending' AND deliveries.attempt_count = 0`;
const IS_ALERT = sql`deliveries.event_type IN ('alert', 'certificate')`;
const IS_END = sql`deliveries.event_type IN ('recovery', 'acknowledged')`;

export function isSentOrDue(row: SQL): SQL {
  return sql`(${row}.status IN ('pending', 'delivered', 'failed') OR ${row}.reason IS ${MERGED})`;
}

export function ofEvents(channelId: number, eventIds: readonly string[]): SQL {
  return sql`deliveries.channel_id = ${channelId} AND deliveries.event_id IN ${listOf(eventIds)}`;
}

export function suppressDeliveries(
  channelId: number,
  { eventIds, reason }: { eventIds: readonly string[]; reason: SuppressReason },
): Statement[] {
  return suppress(ofEvents(channelId, eventIds), reason);
}

/**
 * Comes before the statement that pauses or deletes the monitors. What is claimed is sent. The plus signs keep SQLite
 * off indexes with many old rows.
 */
export function suppressHeldOf(monitorIds: SQL): Statement[] {
  const isOfThese = sql`+deliveries.monitor_id IN ${monitorIds}`;
  const isHeld = sql`deliveries.held_until IS NOT NULL`;
  const names = sql`SELECT value ->> 'id' FROM json_each(deliveries.message, '$.monitors')`;
  const isDigestOfThese = sql`
    ${isHeld} AND +deliveries.monitor_id IS NULL AND EXISTS (${names} WHERE value ->> 'id' IN ${monitorIds})`;
  const isAllGone = sql`NOT EXISTS (
    SELECT 1 FROM monitors WHERE id IN (${names}) AND paused = 0 AND id NOT IN ${monitorIds})`;
  const areAllUnsent = sql`(
    SELECT min(${followsUnsent(sql`member`)}) FROM deliveries AS member WHERE ${isMember(sql`deliveries`)}) = 1`;
  return [
    ...suppress(sql`${IS_ALERT} AND ${isHeld} AND ${isOfThese}`, UNWATCHED),
    ...suppressDigests(sql`${IS_ALERT} AND ${isDigestOfThese} AND ${isAllGone}`),
    ...suppress(sql`${IS_END} AND ${isOfThese} AND ${followsUnsent(sql`deliveries`)}`, UNWATCHED),
    ...suppressDigests(sql`deliveries.event_type = 'recovery' AND ${isDigestOfThese} AND ${areAllUnsent}`),
  ];
}

export function suppressUnwatched(channelId: number, added: readonly NewDelivery[]): Statement[] {
  const open = added.filter(({ status, monitorId }) => status === "pending" && monitorId !== null);
  const held = idsOf(open, ["alert", "certificate"], ({ heldUntil }) => heldUntil !== null);
  const ends = idsOf(open, ["recovery", "acknowledged"]);
  const isOfPaused = sql`
    deliveries.held_until IS NOT NULL AND deliveries.monitor_id IN (SELECT id FROM monitors WHERE paused = 1)`;
  const isUnsent = followsUnsent(sql`deliveries`);
  return [
    ...(held.length > 0 ? suppress(sql`${ofEvents(channelId, held)} AND ${isOfPaused}`, UNWATCHED) : []),
    ...(ends.length > 0 ? suppress(sql`${ofEvents(channelId, ends)} AND ${isUnsent}`, UNWATCHED) : []),
  ];
}

export function suppressEmptyDigest(
  channelId: number,
  { digest, eventIds }: { digest: NewDelivery; eventIds: readonly string[] },
): Statement[] {
  const isEmpty = sql`(
    SELECT min(deliveries.reason IS ${UNWATCHED}) FROM deliveries WHERE ${ofEvents(channelId, eventIds)}) = 1`;
  return suppress(sql`${ofEvents(channelId, [digest.eventId])} AND ${isEmpty}`, UNWATCHED);
}

function idsOf(
  rows: readonly NewDelivery[],
  kinds: readonly AlertKind[],
  isOne = (_row: NewDelivery) => true,
): string[] {
  return rows.filter((row) => kinds.includes(row.eventType) && isOne(row)).map(({ eventId }) => eventId);
}

/** Since its last recovery, the monitor's alerts were only suppressed, some because of a pause or deletion. */
function followsUnsent(row: SQL): SQL {
  const isBefore = (other: SQL) => sql`
    ${other}.monitor_id = ${row}.monitor_id AND ${other}.channel_id = ${row}.channel_id AND ${other}.id < ${row}.id`;
  const [earlier, ended] = [sql`earlier`, sql`ended`];
  return sql`coalesce((
    SELECT max(earlier.reason IS ${UNWATCHED}) AND NOT max(${isSentOrDue(earlier)}) FROM deliveries AS earlier
    WHERE ${isBefore(earlier)} AND earlier.event_type IN ('alert', 'reminder') AND earlier.id > coalesce((
      SELECT ended.id FROM deliveries AS ended
      WHERE ${isBefore(ended)} AND ended.event_type = 'recovery' AND ${isSentOrDue(ended)}
      ORDER BY ended.id DESC LIMIT 1), 0)), 0)`;
}

/** A channel has one open group per kind, so a member's digest is the next one of its kind. */
function isMember(digest: SQL): SQL {
  return sql`
    member.reason IN (${MERGED}, ${UNWATCHED}) AND +member.channel_id = ${digest}.channel_id
    AND member.event_type = ${digest}.event_type
    AND member.monitor_id IN (SELECT value ->> 'id' FROM json_each(${digest}.message, '$.monitors'))
    AND member.id < ${digest}.id AND member.id > coalesce((
      SELECT max(before.id) FROM deliveries AS before
      WHERE before.channel_id = ${digest}.channel_id AND before.event_id >= 'digest:' AND before.event_id < 'digest;'
        AND before.event_type = ${digest}.event_type AND before.id < ${digest}.id), 0)`;
}

function suppressDigests(where: SQL): Statement[] {
  const members = sql`
    UPDATE deliveries SET reason = ${UNWATCHED}
    WHERE id IN (
      SELECT member.id FROM deliveries CROSS JOIN deliveries AS member ON ${isMember(sql`deliveries`)}
      WHERE ${IS_OPEN} AND ${where})`;
  return [members, ...suppress(where, UNWATCHED)];
}

function suppress(where: SQL, reason: SuppressReason): Statement[] {
  const isOpen = sql`${IS_OPEN} AND ${where}`;
  return [
    countEnds(
      "delivery",
      sql`SELECT channel_id AS object_id, 'suppressed' AS status FROM deliveries WHERE ${isOpen}`,
    ),
    sql`UPDATE deliveries SET status = 'suppressed', reason = ${reason}, held_until = NULL WHERE ${isOpen}`,
  ];
}
