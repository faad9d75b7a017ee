import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { DEFAULT_PAGE_ID } from "../domain/page/site.ts";
import type { SubscriberStatus } from "../schema/subscriber.ts";
import type { Db, Statement } from "./db.ts";
import type { DueRows } from "./due.ts";
import { type SubscriberRequest, subscribers } from "./tables_subscriber.ts";

export const SUBSCRIPTIONS = "subscription_settings";

export type SubscriberRow = typeof subscribers.$inferSelect;
export type SubscriberAddress = Pick<SubscriberRequest, "pageId" | "type" | "destination" | "email">;
type Change = Partial<typeof subscribers.$inferInsert>;

export async function findSubscriberOf(
  db: Db,
  { pageId = DEFAULT_PAGE_ID, type, destination, email }: SubscriberAddress,
): Promise<SubscriberRow | null> {
  const isOf = and(
    eq(subscribers.type, type),
    eq(subscribers.destination, destination),
    eq(subscribers.email, email),
    eq(subscribers.pageId, pageId),
  );
  return (await db.select().from(subscribers).where(isOf).get()) ?? null;
}

export async function findSubscriberByHash(db: Db, hash: string): Promise<SubscriberRow | null> {
  const isOf = or(
    eq(subscribers.manageHash, hash),
    eq(subscribers.unsubscribeHash, hash),
    eq(subscribers.confirmHash, hash),
  );
  return (await db.select().from(subscribers).where(isOf).get()) ?? null;
}

export async function countSubscribers(db: Db): Promise<number> {
  return await db.$count(subscribers, eq(subscribers.status, "active"));
}

export function insertSubscriber(db: Db, row: typeof subscribers.$inferInsert): Statement {
  return db.insert(subscribers).values(row);
}

export function updateSubscriberRow(db: Db, id: number, change: Change): Statement {
  return db.update(subscribers).set(change).where(eq(subscribers.id, id));
}

export function isStill({ id, status, confirmHash }: SubscriberRow): SQL {
  return sql`EXISTS (SELECT 1 FROM subscribers
    WHERE id = ${id} AND status = ${status satisfies SubscriberStatus} AND confirm_hash IS ${confirmHash})`;
}

const DELETED_A_RUN = 1000;

export function unconfirmedSubscribers(before: number): DueRows {
  const ids = sql`
    SELECT id FROM subscribers WHERE status = 'pending' AND confirm_until < ${before} LIMIT ${DELETED_A_RUN}`;
  return { table: subscribers, where: sql`id IN (${ids})` };
}
