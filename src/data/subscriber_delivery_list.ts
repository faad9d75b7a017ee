import { type SQL, sql } from "drizzle-orm";
import { DEFAULT_PAGE_ID } from "../domain/page/site.ts";
import type { ListSort } from "../schema/common.ts";
import type { NotifiedEventType } from "../schema/incident_status.ts";
import type { SubscriberAttempt, SubscriberDeliveryStatus, SubscriberType } from "../schema/subscriber.ts";
import { type Db, readTogether } from "./db.ts";
import { latelyFrom } from "./list_sorted.ts";

interface DeliveryFilter {
  pageId: number;
  status?: SubscriberDeliveryStatus | undefined;
  eventType?: NotifiedEventType | undefined;
  subscriberId?: number | undefined;
  sort?: ListSort | undefined;
}

export interface ListedSubscriberDelivery {
  id: number;
  eventType: NotifiedEventType;
  title: string;
  type: SubscriberType | null;
  destination: string | null;
  status: SubscriberDeliveryStatus;
  attemptCount: number;
  maxAttempts: number;
  dueAt: number;
  lastError: string | null;
  responseStatus: number | null;
  createdAt: number;
  deliveredAt: number | null;
}

const COLUMNS = sql`
  d.id, f.event_type AS eventType, f.title, s.type, s.destination, d.status, d.attempt_count AS attemptCount,
  d.max_attempts AS maxAttempts, d.due_at AS dueAt, d.last_error AS lastError, d.response_status AS responseStatus,
  d.created_at AS createdAt, d.delivered_at AS deliveredAt`;
const WHOSE = sql`LEFT JOIN subscribers s ON s.id = d.id % 1000000000`;
const isOf = (pageId: number) => sql`coalesce(s.page_id, ${DEFAULT_PAGE_ID}) = ${pageId}`;

interface Span {
  limit: number;
  offset: number;
}

export async function listSubscriberDeliveries(
  db: Db,
  { now, ...filter }: DeliveryFilter & { now: number },
  { mostCounted, ...span }: Span & { mostCounted: number },
): Promise<{ items: ListedSubscriberDelivery[]; total: number }> {
  const { source, order } = sourceOf(filter);
  const { limit, offset } = span;
  const isByStatus = filter.sort === "worst" && filter.status === undefined;
  const [items, [count]] = await readTogether<[ListedSubscriberDelivery, { total: number }]>(db, [
    isByStatus
      ? worstFirst(filter, latelyFrom(now), span)
      : sql`SELECT ${COLUMNS} ${source} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`,
    sql`SELECT count(*) AS total FROM (SELECT d.id ${source} LIMIT ${mostCounted})`,
  ]);
  return { items, total: count?.total ?? 0 };
}

function worstFirst(filter: DeliveryFilter, from: number, { limit, offset }: Span): SQL {
  const isLate = sql`d.id > (
    SELECT coalesce(min(id) * 1000000000, 9223372036854775807) FROM fanouts WHERE created_at >= ${from})`;
  const kinds = [
    sourceOf({ ...filter, status: "failed" }, isLate),
    sourceOf({ ...filter, status: "pending" }),
    sourceOf(filter, sql`d.status <> 'pending' AND NOT (d.status = 'failed' AND ${isLate})`),
  ].map(
    ({ source, order }, rank) => sql`
      SELECT * FROM (SELECT d.id, ${rank} AS rank ${source} ORDER BY ${order} LIMIT ${offset + limit})`,
  );
  return sql`
    SELECT ${COLUMNS} FROM (
      SELECT id, rank FROM (${sql.join(kinds, sql` UNION ALL `)})
      ORDER BY rank, id DESC LIMIT ${limit} OFFSET ${offset}) AS page
    CROSS JOIN subscriber_deliveries d ON d.id = page.id JOIN fanouts f ON f.id = d.id / 1000000000 ${WHOSE}
    ORDER BY page.rank, d.id DESC`;
}

export async function findSubscriberDelivery(
  db: Db,
  { id, pageId }: { id: number; pageId: number },
): Promise<(ListedSubscriberDelivery & { attempts: SubscriberAttempt[] }) | null> {
  const [row] = await db.all<ListedSubscriberDelivery & { attempts: string }>(sql`
    SELECT ${COLUMNS}, d.attempts FROM subscriber_deliveries d
    JOIN fanouts f ON f.id = d.id / 1000000000 ${WHOSE} WHERE d.id = ${id} AND ${isOf(pageId)}`);
  return row ? { ...row, attempts: JSON.parse(row.attempts) as SubscriberAttempt[] } : null;
}

/**
 * Only failed and waiting deliveries have an index; all others are found by id, which is made of the
 * fan-out's and the subscriber's. CROSS JOIN fixes the order of the search.
 */
function sourceOf(
  { pageId, status, eventType, subscriberId, sort }: DeliveryFilter,
  also = sql`1`,
): { source: SQL; order: SQL } {
  const direction = sort === "oldest" ? sql`` : sql`DESC`;
  const isEvent = eventType === undefined ? sql`` : sql`AND f.event_type = ${eventType}`;
  const fits = sql`${isOf(pageId)} ${isEvent}`;
  if (subscriberId === undefined && (status === "failed" || status === "pending")) {
    const isThat = status === "failed" ? sql`d.status = 'failed'` : sql`d.id IN (${WAITING})`;
    return {
      source: sql`
        FROM subscriber_deliveries d CROSS JOIN fanouts f ON f.id = d.id / 1000000000 ${WHOSE}
        WHERE ${isThat} AND ${also} AND ${fits}`,
      order: sql`d.id ${direction}`,
    };
  }
  const areOf =
    subscriberId === undefined
      ? sql`d.id > f.id * 1000000000 AND d.id < (f.id + 1) * 1000000000`
      : sql`d.id = f.id * 1000000000 + ${subscriberId}`;
  const hasStatus = status === undefined ? sql`1` : sql`d.status = ${status}`;
  return {
    source: sql`
      FROM fanouts f CROSS JOIN subscriber_deliveries d ON ${areOf} ${WHOSE}
      WHERE ${hasStatus} AND ${also} AND ${fits}`,
    order: sql`f.id ${direction}, d.id ${direction}`,
  };
}

const WAITING = sql`
  SELECT id FROM subscriber_deliveries WHERE status = 'pending' AND (claimed_until IS NULL OR attempt_count > 1)
  UNION ALL
  SELECT o.id FROM fanouts u CROSS JOIN subscriber_deliveries o
    ON o.id > u.id * 1000000000 AND o.id < (u.id + 1) * 1000000000
  WHERE u.finished_at IS NULL AND o.status = 'pending' AND o.attempt_count = 1 AND o.claimed_until IS NOT NULL`;
