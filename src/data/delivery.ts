import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { AlertMessage } from "../domain/alert/message.ts";
import type { Paging } from "../schema/common.ts";
import type { DeliveryQuery } from "../schema/delivery.ts";
import type { Db, Statement } from "./db.ts";
import type { DueRows } from "./due.ts";
import { isAsked, isWithin } from "./list_page.ts";
import { latelyFrom, listSorted } from "./list_sorted.ts";
import { idsOfOld } from "./old_rows.ts";
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
      AND (status IN ('pending', 'delivered', 'failed') OR reason = 'merged into digest')`);
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
