import { eq, type SQL, sql } from "drizzle-orm";
import type { NoticeKind } from "../schema/subscriber.ts";
import { type ClaimSpan, isClaimOver, isUnclaimed } from "./claim.ts";
import { type Db, returnedRows, type Statement } from "./db.ts";
import { listOf } from "./list_of.ts";
import { idsOfOld } from "./old_rows.ts";
import type { SubscriberRow } from "./subscriber.ts";
import { subscriberNotices, subscribers } from "./tables_subscriber.ts";

type NoticeRow = typeof subscriberNotices.$inferSelect;

/** The kinds that anybody can cause. */
export type AskedKind = "confirm" | "reminder";

/** To a subscriber whom an earlier statement of the batch may have made. Answers its id. */
export function insertNotice(
  { type, destination, email }: Pick<SubscriberRow, "type" | "destination" | "email">,
  { kind, token, now }: { kind: NoticeKind; token: string | null; now: number },
): Statement {
  return sql`
    INSERT INTO subscriber_notices (subscriber_id, kind, token, status, due_at, created_at)
    SELECT id, ${kind}, ${token}, 'pending', ${now}, ${now} 
    FROM subscribers WHERE type = ${type} AND destination = ${destination} AND email = ${email}
    RETURNING id`;
}

export function insertedNoticeIds(results: readonly D1Result[]): number[] {
  return results.flatMap(({ results: rows }) => (rows as { id?: number }[]).flatMap(({ id }) => id ?? []));
}

/** No unconfirmed email went to this mailbox, or about this webhook, since then. */
export function isUnasked(
  { type, destination, email }: Pick<SubscriberRow, "type" | "destination" | "email">,
  { kind, since }: { kind: AskedKind; since: number },
): SQL {
  return sql`NOT EXISTS (
    SELECT 1 FROM subscribers s CROSS JOIN subscriber_notices n ON n.subscriber_id = s.id
    WHERE s.id IN (
        SELECT id FROM subscribers WHERE email = ${email}
        UNION SELECT id FROM subscribers WHERE type = ${type} AND destination = ${destination})
      AND n.kind = ${kind} AND n.created_at > ${since}
      AND NOT (n.kind = 'confirm' AND coalesce(s.confirmed_at, 0) >= n.created_at))`;
}

export async function hasNoNotice(db: Db, condition: SQL): Promise<boolean> {
  const row = await db.get<{ yes: number }>(sql`SELECT ${condition} AS yes`);
  return row.yes === 1;
}

/** Takes hold of those that are due and in nobody else's hands; each claim is an attempt. */
export function claimNotices(
  db: Db,
  ids: readonly number[],
  { now, until, most }: ClaimSpan & { most: number },
): Statement {
  return db
    .update(subscriberNotices)
    .set({ claimedUntil: until, attemptCount: sql`${subscriberNotices.attemptCount} + 1` })
    .where(
      sql`${subscriberNotices.id} IN ${listOf(ids)} AND status = 'pending' AND due_at <= ${now}
        AND ${isUnclaimed(now)} AND attempt_count < ${most}`,
    )
    .returning();
}

export function claimedNotices(result: D1Result | undefined): NoticeRow[] {
  return returnedRows(subscriberNotices, result);
}

export interface NoticeToSend extends NoticeRow {
  /** Null when erased. */
  subscriber: SubscriberRow | null;
}

/** With whom they are for, as they are now. */
export async function completeNotices(db: Db, rows: readonly NoticeRow[]): Promise<NoticeToSend[]> {
  const ids = rows.map(({ subscriberId }) => subscriberId);
  const found = await db
    .select()
    .from(subscribers)
    .where(sql`${subscribers.id} IN ${listOf(ids)}`);
  const byId = new Map(found.map((row) => [row.id, row]));
  return rows.map((row) => ({ ...row, subscriber: byId.get(row.subscriberId) ?? null }));
}

export async function listDueNotices(
  db: Db,
  { before, now, limit }: { before: number; now: number; limit: number },
): Promise<number[]> {
  const rows = await db.all<{ id: number }>(sql`
    SELECT id FROM subscriber_notices
    WHERE status = 'pending' AND due_at <= ${before} AND ${isUnclaimed(now)} ORDER BY due_at LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

export interface NoticeEnd {
  id: number;
  claimedUntil: number;
  status: "pending" | "delivered" | "failed" | "cancelled";
  dueAt: number;
  lastError: string | null;
}

/** What became of a claimed one. That it was delivered counts even when the claim had run out. Nobody needs its token then. */
export function endNotice(db: Db, { id, claimedUntil, ...end }: NoticeEnd): Statement {
  return db
    .update(subscriberNotices)
    .set({ ...end, claimedUntil: null, ...(end.status !== "pending" && { token: null }) })
    .where(
      sql`${eq(subscriberNotices.id, id)} AND status = 'pending'
        AND (claimed_until = ${claimedUntil} OR ${end.status} = 'delivered')`,
    );
}

/** Those whose last attempt was begun and never told the end of. */
export function failInterruptedNotices(now: number, most: number): Statement {
  return sql`
    UPDATE subscriber_notices SET status = 'failed', claimed_until = NULL, token = NULL,
      last_error = 'The last attempt was interrupted: it is not known whether the mail arrived.'
    WHERE status = 'pending' AND due_at <= ${now} AND attempt_count >= ${most} AND ${isClaimOver(now)}`;
}

const DELETED_A_RUN = 1000;

export function deleteOldNotices(before: number): Statement {
  return sql`
    DELETE FROM subscriber_notices WHERE id IN (
      ${idsOfOld("subscriber_notices", { before, limit: DELETED_A_RUN })})`;
}
