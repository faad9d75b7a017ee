import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { DeliveryChange, NewDelivery } from "../domain/alert/delivery.ts";
import type { AlertMessage } from "../domain/alert/message.ts";
import { attemptsPerRound } from "../domain/outgoing/policy.ts";
import type { Paging } from "../schema/common.ts";
import type { DeliveryQuery } from "../schema/delivery.ts";
import type { Db, Statement } from "./db.ts";
import {
  isSentOrDue,
  ofEvents,
  suppressDeliveries,
  suppressEmptyDigest,
  suppressUnwatched,
} from "./delivery_suppress.ts";
import type { DueRows } from "./due.ts";
import { isAsked, isWithin } from "./list_page.ts";
import { latelyFrom, listSorted } from "./list_sorted.ts";
import { idsOfOld } from "./old_rows.ts";
import { isUnclaimed } from "./outgoing.ts";
import { deliveries } from "./tables_alert.ts";
import { countEnds, deleteTallies } from "./tally.ts";

export type DeliveryRow = typeof deliveries.$inferSelect;

/** Without the message: a page of digests would take megabytes. */
export type ListedDelivery = Omit<DeliveryRow, "message" | "attempts">;
const { message: _message, attempts: _attempts, ...listed } = getTableColumns(deliveries);

export async function listDeliveries(
  db: Db,
  { now, sort, ...query }: DeliveryQuery & { now: number },
  paging: Paging,
): Promise<{ items: ListedDelivery[]; total: number }> {
  const where = and(
    isAsked(deliveries.status, query.status),
    isAsked(deliveries.channelId, query.channelId),
    isAsked(deliveries.monitorId, query.monitorId),
    isAsked(deliveries.eventType, query.eventType),
    isWithin(deliveries.createdAt, query),
  );
  const failed = sql`${deliveries.status} = 'failed' AND ${deliveries.createdAt} >= ${latelyFrom(now)}`;
  const sorted = {
    table: deliveries,
    where,
    sort,
    id: deliveries.id,
    worst: [failed, sql`${deliveries.status} = 'pending'`],
    rows: (fits: SQL | undefined, order: SQL[]) =>
      db
        .select(listed)
        .from(deliveries)
        .where(fits)
        .orderBy(...order),
  };
  return await listSorted(db, sorted, paging);
}

export async function findDelivery(db: Db, id: number): Promise<DeliveryRow | null> {
  return (await db.select().from(deliveries).where(eq(deliveries.id, id)).get()) ?? null;
}

export async function listAlertedChannels(
  db: Db,
  { monitorId, since }: { monitorId: number; since: number },
): Promise<number[]> {
  const rows = await db.all<{ id: number }>(sql`
    SELECT DISTINCT channel_id AS id FROM deliveries
    WHERE monitor_id = ${monitorId} AND event_type IN ('alert', 'reminder') AND created_at >= ${since}
      AND ${isSentOrDue(sql`deliveries`)}`);
  return rows.map(({ id }) => id);
}

export async function listWaitingRecoveries(
  db: Db,
  alerts: readonly Pick<DeliveryRow, "id" | "monitorId" | "channelId">[],
  now: number,
): Promise<number[]> {
  const ended = alerts.map(({ id, monitorId, channelId }) => [id, monitorId, channelId]);
  const rows = await db.all<{ id: number }>(sql`
    SELECT DISTINCT deliveries.id FROM json_each(${JSON.stringify(ended)}) AS alert
    CROSS JOIN deliveries ON monitor_id = alert.value ->> 1 AND deliveries.id > alert.value ->> 0
    WHERE status = 'pending' AND due_at <= ${now} AND held_until IS NULL AND ${isUnclaimed(now)}
      AND event_type = 'recovery' AND channel_id = alert.value ->> 2
    ORDER BY deliveries.id`);
  return rows.map(({ id }) => id);
}

export function cancelDeliveries(db: Db, channelId: number): Statement[] {
  return [
    sql`
      UPDATE deliveries SET status = 'cancelled', held_until = NULL, claimed_until = NULL
      WHERE channel_id = ${channelId} AND status = 'pending'`,
    deleteTallies(db, "delivery", channelId),
  ];
}

const DELETED_A_RUN = 500;

export function oldDeliveries(before: number): DueRows {
  const isOver = sql`status <> 'pending'`;
  const ids = idsOfOld("deliveries", { before, limit: DELETED_A_RUN, isOver });
  return { table: deliveries, where: sql`id IN (${ids})` };
}

export function insertEndedTest(
  db: Db,
  { channel, message }: { channel: { id: number; name: string; type: string }; message: AlertMessage },
  { at, ms, error }: { at: number; ms: number; error: string | null },
): Statement[] {
  const status = error === null ? "delivered" : "failed";
  const insert = db.insert(deliveries).values({
    channelId: channel.id,
    eventId: message.id,
    channelName: channel.name,
    channelType: channel.type,
    monitorName: "",
    eventType: "test",
    status,
    dueAt: at,
    attemptCount: 1,
    maxAttempts: 1,
    attempts: [{ at, ok: error === null, error, ms }],
    lastError: error,
    message,
    createdAt: at,
    deliveredAt: error === null ? at + ms : null,
  });
  return [countEnds("delivery", sql`SELECT ${channel.id} AS object_id, ${status} AS status`), insert];
}

export function isLinkUnused(id: number): SQL {
  return sql`EXISTS (SELECT 1 FROM deliveries WHERE id = ${id} AND acknowledged_at IS NULL)`;
}

export function useLinks(
  { monitorId, userId, downSince }: { monitorId: number; userId: number; downSince: number },
  at: number,
): Statement {
  return sql`
    UPDATE deliveries SET acknowledged_at = ${at}
    WHERE monitor_id = ${monitorId} AND recipient ->> 'userId' = ${userId}
      AND message ->> 'downSince' = ${downSince} AND acknowledged_at IS NULL`;
}

/** Writes what a channel's object has decided, and returns the ids that are due. Repeating it changes nothing. */
export function applyChanges(
  channelId: number,
  changes: readonly DeliveryChange[],
  now: number,
): Statement[] {
  const statements: Statement[] = [];
  for (const run of runsOf(changes)) {
    const added = run.flatMap((change) => (change.kind === "add" ? [change.delivery] : []));
    if (added.length > 0)
      statements.push(...insertDeliveries(channelId, added, now), ...suppressUnwatched(channelId, added));
    for (const change of run) {
      if (change.kind === "merge") {
        statements.push(
          ...insertDeliveries(channelId, [change.digest], now),
          ...suppressDeliveries(channelId, { eventIds: change.eventIds, reason: "merged into digest" }),
          ...suppressEmptyDigest(channelId, change),
        );
      } else if (change.kind === "release") statements.push(releaseDeliveries(channelId, change, now));
      else if (change.kind === "suppress") statements.push(...suppressDeliveries(channelId, change));
    }
  }
  return statements;
}

function runsOf(changes: readonly DeliveryChange[]): DeliveryChange[][] {
  const runs: DeliveryChange[][] = [];
  for (const change of changes) {
    const last = runs.at(-1);
    if (last?.[0]?.kind === change.kind) last.push(change);
    else runs.push([change]);
  }
  return runs;
}

function insertDeliveries(channelId: number, rows: readonly NewDelivery[], now: number): Statement[] {
  const ended = rows
    .filter(({ status }) => status !== "pending")
    .map(({ eventId, status }) => ({ eventId, status }));
  const isNew = sql`NOT EXISTS (
    SELECT 1 FROM deliveries WHERE channel_id = ${channelId} AND event_id = value ->> 'eventId')`;
  const ending = sql`
    SELECT ${channelId} AS object_id, value ->> 'status' AS status
    FROM json_each(${JSON.stringify(ended)}) WHERE ${isNew}`;
  // A repeated row is updated to itself, as RETURNING leaves out rows that a conflict ignored.
  const insert = sql`
    INSERT OR IGNORE INTO deliveries (channel_id, event_id, channel_name, channel_type, monitor_id, monitor_name,
      event_type, status, reason, held_until, due_at, max_attempts, message, created_at, recipient)
    SELECT ${channelId}, value ->> 'eventId', value ->> 'channelName', value ->> 'channelType', value ->> 'monitorId',
      value ->> 'monitorName', value ->> 'eventType', value ->> 'status', value ->> 'reason', value ->> 'heldUntil',
      value ->> 'dueAt', ${attemptsPerRound("deliveries")}, value -> 'message', value ->> 'createdAt',
      value ->> 'recipient'
    FROM json_each(${JSON.stringify(rows)}) WHERE true
    ON CONFLICT (channel_id, event_id) DO UPDATE SET channel_name = deliveries.channel_name
    ${returningDue(now)}`;
  return ended.length > 0 ? [countEnds("delivery", ending), insert] : [insert];
}

function releaseDeliveries(
  channelId: number,
  { eventIds, heldUntil, dueAt, message }: Extract<DeliveryChange, { kind: "release" }>,
  now: number,
): Statement {
  const said = message ? JSON.stringify(message) : null;
  return sql`
    UPDATE deliveries SET held_until = ${heldUntil}, due_at = ${dueAt}, message = coalesce(${said}, message)
    WHERE ${ofEvents(channelId, eventIds)} AND status = 'pending' AND attempt_count = 0
    ${returningDue(now)}`;
}

/** Returns the ids of due rows only. A channel's object releases or suppresses its held rows. */
function returningDue(now: number): SQL {
  return sql`
    RETURNING CASE WHEN status = 'pending' AND held_until IS NULL AND due_at <= ${now} AND claimed_until IS NULL
      THEN id END AS id`;
}
