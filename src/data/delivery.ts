import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { MAX_ATTEMPTS } from "../domain/alert/delivery.ts";
import type { AlertMessage } from "../domain/alert/message.ts";
import type { Paging } from "../schema/common.ts";
import type { DeliveryQuery } from "../schema/delivery.ts";
import { type ClaimSpan, isClaimOver, isUnclaimed } from "./claim.ts";
import { type Db, returnedRows, type Statement } from "./db.ts";
import { endingAs } from "./delivery_change.ts";
import { listOf } from "./list_of.ts";
import { isAsked, isWithin } from "./list_page.ts";
import { latelyFrom, listSorted } from "./list_sorted.ts";
import { idsOfOld } from "./old_rows.ts";
import { type DeliveryAttempt, deliveries } from "./tables_alert.ts";
import { countEnds, deleteTallies } from "./tally.ts";

export type DeliveryRow = typeof deliveries.$inferSelect;

/** Without what it says, which a page of digests would be megabytes of. */
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

/** Through which channels this monitor was alerted since then, or is about to be. */
export async function listAlertedChannels(
  db: Db,
  { monitorId, since }: { monitorId: number; since: number },
): Promise<number[]> {
  const rows = await db.all<{ id: number }>(sql`
    SELECT DISTINCT channel_id AS id FROM deliveries
    WHERE monitor_id = ${monitorId} AND event_type IN ('alert', 'reminder') AND created_at >= ${since}
      AND (status IN ('pending', 'delivered', 'failed') OR reason = 'merged into digest')`);
  return rows.map(({ id }) => id);
}

/** What should have been sent before then, and is in nobody's hands. */
export async function listOverdue(
  db: Db,
  { before, now, limit }: { before: number; now: number; limit: number },
): Promise<{ id: number; channelId: number; heldUntil: number | null; dueAt: number }[]> {
  return await db.all(sql`
    SELECT id, channel_id AS channelId, held_until AS heldUntil, due_at AS dueAt FROM deliveries
    WHERE status = 'pending' AND due_at <= ${before} AND ${isUnclaimed(now)}
    ORDER BY due_at LIMIT ${limit}`);
}

/** Takes hold of those that are due and in nobody else's hands; each claim is an attempt. */
export function claimDeliveries(db: Db, ids: readonly number[], { now, until }: ClaimSpan): Statement {
  return db
    .update(deliveries)
    .set({
      claimedUntil: until,
      heldUntil: null,
      attemptCount: sql`${deliveries.attemptCount} + 1`,
    })
    .where(
      sql`${deliveries.id} IN ${listOf(ids)} AND status = 'pending'
        AND due_at <= ${now} AND ${isUnclaimed(now)} AND attempt_count < max_attempts`,
    )
    .returning();
}

/** What claiming them has answered. */
export function claimedDeliveries(result: D1Result | undefined): DeliveryRow[] {
  return returnedRows(deliveries, result);
}

export interface DeliveryEnd {
  id: number;
  claimedUntil: number;
  status: "pending" | "delivered" | "failed" | "suppressed" | "cancelled";
  reason: string | null;
  dueAt: number;
  attempts: readonly DeliveryAttempt[];
  lastError: string | null;
  deliveredAt: number | null;
}

/** What became of claimed ones. That one was delivered counts even when the claim had run out. */
export function endDeliveries(ends: readonly DeliveryEnd[]): Statement[] {
  const isEnded = sql`deliveries.id = own.value ->> 'id' AND deliveries.status = 'pending'
    AND (deliveries.claimed_until = own.value ->> 'claimedUntil' OR own.value ->> 'status' = 'delivered')`;
  const slim = ends.map(({ id, claimedUntil, status }) => ({ id, claimedUntil, status }));
  const ending = sql`
    SELECT deliveries.channel_id AS object_id, own.value ->> 'status' AS status
    FROM json_each(${JSON.stringify(slim)}) AS own CROSS JOIN deliveries
    WHERE ${isEnded} AND own.value ->> 'status' <> 'pending'`;
  return [
    countEnds("delivery", ending),
    sql`
      UPDATE deliveries SET status = own.value ->> 'status', reason = own.value ->> 'reason',
        due_at = own.value ->> 'dueAt', attempts = own.value -> 'attempts', last_error = own.value ->> 'lastError',
        delivered_at = own.value ->> 'deliveredAt', claimed_until = NULL
      FROM json_each(${JSON.stringify(ends)}) AS own
      WHERE ${isEnded}`,
  ];
}

/** Those whose last attempt was begun and never told the end of. */
export function failInterrupted(now: number): Statement[] {
  const isInterrupted = sql`status = 'pending' AND attempt_count >= max_attempts AND ${isClaimOver(now)}`;
  return [
    countEnds("delivery", endingAs("failed", isInterrupted)),
    sql`
      UPDATE deliveries SET status = 'failed', claimed_until = NULL,
        last_error = 'The last attempt was interrupted: it is not known whether the message arrived.'
      WHERE ${isInterrupted}`,
  ];
}

export function hasFailed(id: number): SQL {
  return sql`EXISTS (SELECT 1 FROM deliveries WHERE id = ${id} AND status = 'failed')`;
}

/** Another full round of attempts; only for one that has failed. */
export function restartDelivery(id: number, now: number): Statement {
  return sql`
    UPDATE deliveries SET status = 'pending', due_at = ${now}, claimed_until = NULL, held_until = NULL,
      max_attempts = attempt_count + ${MAX_ATTEMPTS}
    WHERE id = ${id} AND status = 'failed'`;
}

/** With its channel goes what waits to be sent through it. */
export function cancelDeliveries(db: Db, channelId: number): Statement[] {
  return [
    sql`
      UPDATE deliveries SET status = 'cancelled', held_until = NULL, claimed_until = NULL
      WHERE channel_id = ${channelId} AND status = 'pending'`,
    deleteTallies(db, "delivery", channelId),
  ];
}

const DELETED_A_RUN = 500;

export function deleteOldDeliveries(before: number): Statement {
  const isOver = sql`status <> 'pending'`;
  return sql`
    DELETE FROM deliveries WHERE id IN (${idsOfOld("deliveries", { before, limit: DELETED_A_RUN, isOver })})`;
}

/** A test message that somebody sent by hand: one attempt, ended already. */
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
