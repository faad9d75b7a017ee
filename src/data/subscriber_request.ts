import { eq, type SQL, sql } from "drizzle-orm";
import { type Db, listOf, returnedRows, type Statement } from "./db.ts";
import type { DueRows } from "./due.ts";
import { type ClaimSpan, isUnclaimed } from "./outgoing.ts";
import { type SubscriberRequest, subscriberRequests } from "./tables_subscriber.ts";

export type RequestRow = typeof subscriberRequests.$inferSelect;

export function insertRequest(db: Db, body: SubscriberRequest, now: number): Statement {
  return db.insert(subscriberRequests).values({ body, createdAt: now });
}

export function claimRequests(db: Db, ids: readonly number[], { now, until }: ClaimSpan): Statement {
  return db
    .update(subscriberRequests)
    .set({ claimedUntil: until })
    .where(sql`${subscriberRequests.id} IN ${listOf(ids)} AND ${isUnclaimed(now)}`)
    .returning();
}

export function claimedRequests(result: D1Result | undefined): RequestRow[] {
  return returnedRows(subscriberRequests, result);
}

export function leftRequests({ before, now }: { before: number; now: number }): DueRows {
  return { table: subscriberRequests, where: sql`created_at < ${before} AND ${isUnclaimed(now)}` };
}

export function isRequestHeld({ id, claimedUntil }: RequestRow): SQL {
  return sql`EXISTS (SELECT 1 FROM subscriber_requests WHERE id = ${id} AND claimed_until IS ${claimedUntil})`;
}

export function deleteRequest(db: Db, id: number): Statement {
  return db.delete(subscriberRequests).where(eq(subscriberRequests.id, id));
}
