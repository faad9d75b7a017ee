import { and, eq, getTableColumns, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Choices } from "../domain/subscriber/scope.ts";
import type { Paging } from "../schema/common.ts";
import type { SubscriberStatus, SubscriberType } from "../schema/subscriber.ts";
import type { SubscriberQuery } from "../schema/subscriber_list.ts";
import { type Db, listOf, type Statement } from "./db.ts";
import { isAsked } from "./list_page.ts";
import { listSorted } from "./list_sorted.ts";
import { subscribers } from "./tables_subscriber.ts";

interface SubscriberFilter {
  pageId?: number | undefined;
  status?: SubscriberStatus | undefined;
  type?: SubscriberType | undefined;
  search?: string | undefined;
  ids?: readonly number[] | undefined;
}

type SubscriberRow = typeof subscribers.$inferSelect;

/** Nothing sealed leaves here; of headers only the names. */
const {
  signingSecret: _signing,
  manageToken: _token,
  manageHash: _manage,
  unsubscribeHash: _unsubscribe,
  confirmHash: _confirm,
  sealName: _seal,
  ...listed
} = getTableColumns(subscribers);

export type ListedSubscriber = Pick<SubscriberRow, keyof typeof listed>;

export async function listSubscribers(
  db: Db,
  { sort, ...filter }: SubscriberQuery & { pageId: number },
  paging: Paging,
): Promise<{ items: ListedSubscriber[]; total: number }> {
  const sorted = {
    table: subscribers,
    where: conditions(filter),
    sort,
    id: subscribers.id,
    worst: [
      sql`${subscribers.status} = 'disabled'`,
      sql`${subscribers.failures} > 0 AND ${subscribers.status} = 'active'`,
    ],
    rows: (fits: SQL | undefined, order: SQL[]) =>
      db
        .select(listed)
        .from(subscribers)
        .where(fits)
        .orderBy(...order),
  };
  return await listSorted(db, sorted, paging);
}

export async function listSubscribersAfter(
  db: Db,
  filter: SubscriberFilter,
  { after, limit }: { after: number; limit: number },
): Promise<ListedSubscriber[]> {
  return await db
    .select(listed)
    .from(subscribers)
    .where(and(gt(subscribers.id, after), conditions(filter)))
    .orderBy(subscribers.id)
    .limit(limit);
}

export async function findSubscriberType(
  db: Db,
  { id, pageId }: { id: number; pageId: number },
): Promise<SubscriberType | null> {
  const row = await db
    .select({ type: subscribers.type })
    .from(subscribers)
    .where(and(eq(subscribers.id, id), eq(subscribers.pageId, pageId)))
    .get();
  return row?.type ?? null;
}

export function subscriberExists(id: number): SQL {
  return sql`EXISTS (SELECT 1 FROM subscribers WHERE id = ${id})`;
}

/** With the same address's subscriptions to other pages: a person is erased as a whole. */
export function deleteSubscriber(db: Db, id: number): Statement[] {
  const ids = sql`
    SELECT s.id FROM subscribers s JOIN subscribers o
      ON s.type = o.type AND s.destination = o.destination AND s.email = o.email WHERE o.id = ${id}`;
  return [
    sql`
      DELETE FROM subscriber_deliveries
      WHERE id IN (SELECT f.id * 1000000000 + own.id FROM fanouts f CROSS JOIN (${ids}) own)`,
    db.delete(subscribers).where(sql`${subscribers.id} IN (${ids})`),
  ];
}

interface ChoiceCount extends Choices {
  count: number;
}

export async function countChoices(
  db: Db,
  { pageId, types }: { pageId: number; types: readonly SubscriberType[] },
): Promise<ChoiceCount[]> {
  return await db
    .select({
      events: subscribers.events,
      monitorIds: subscribers.monitorIds,
      tags: subscribers.tags,
      count: sql<number>`count(*)`,
    })
    .from(subscribers)
    .where(
      and(
        eq(subscribers.status, "active"),
        eq(subscribers.pageId, pageId),
        inArray(subscribers.type, listOf(types)),
      ),
    )
    .groupBy(subscribers.events, subscribers.monitorIds, subscribers.tags);
}

function conditions({ pageId, status, type, search, ids }: SubscriberFilter): SQL | undefined {
  return and(
    pageId === undefined ? undefined : eq(subscribers.pageId, pageId),
    isAsked(subscribers.status, status),
    isAsked(subscribers.type, type),
    ids && inArray(subscribers.id, listOf(ids)),
    search
      ? sql`(instr(lower(${subscribers.destination}), lower(${search})) > 0
          OR instr(lower(${subscribers.email}), lower(${search})) > 0)`
      : undefined,
  );
}
