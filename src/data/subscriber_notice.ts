import { type SQL, sql } from "drizzle-orm";
import { DEFAULT_PAGE_ID } from "../domain/page/site.ts";
import type { NoticeKind } from "../schema/subscriber.ts";
import { type Db, listOf, type Statement } from "./db.ts";
import type { DueRows } from "./due.ts";
import { idsOfOld } from "./old_rows.ts";
import type { SubscriberAddress, SubscriberRow } from "./subscriber.ts";
import { subscriberNotices, subscribers } from "./tables_subscriber.ts";

type NoticeRow = typeof subscriberNotices.$inferSelect;

export type AskedKind = "confirm" | "reminder";

export function insertNotice(
  { pageId = DEFAULT_PAGE_ID, type, destination, email }: SubscriberAddress,
  { kind, token, now }: { kind: NoticeKind; token: string | null; now: number },
): Statement {
  return sql`
    INSERT INTO subscriber_notices (subscriber_id, kind, token, status, due_at, created_at)
    SELECT id, ${kind}, ${token}, 'pending', ${now}, ${now} 
    FROM subscribers WHERE type = ${type} AND destination = ${destination} AND email = ${email}
      AND page_id = ${pageId}
    RETURNING id`;
}

/** True if no such email went to this mailbox or about this webhook since then; confirmed ones don't count. */
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

export interface NoticeToSend extends NoticeRow {
  subscriber: SubscriberRow | null;
}

export async function completeNotices(db: Db, rows: readonly NoticeRow[]): Promise<NoticeToSend[]> {
  const ids = rows.map(({ subscriberId }) => subscriberId);
  const found = await db
    .select()
    .from(subscribers)
    .where(sql`${subscribers.id} IN ${listOf(ids)}`);
  const byId = new Map(found.map((row) => [row.id, row]));
  return rows.map((row) => ({ ...row, subscriber: byId.get(row.subscriberId) ?? null }));
}

const DELETED_A_RUN = 1000;

export function oldNotices(before: number): DueRows {
  const ids = idsOfOld("subscriber_notices", { before, limit: DELETED_A_RUN });
  return { table: subscriberNotices, where: sql`id IN (${ids})` };
}
