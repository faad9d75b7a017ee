import { type SQL, sql } from "drizzle-orm";
import type { ToldEventType } from "../schema/incident_status.ts";
import type { SubscriberAttempt, SubscriberDeliveryStatus, SubscriberType } from "../schema/subscriber.ts";
import { type Db, readTogether, type Statement } from "./db.ts";

interface DeliveryFilter {
  status?: SubscriberDeliveryStatus | undefined;
  eventType?: ToldEventType | undefined;
  subscriberId?: number | undefined;
}

export interface ListedSubscriberDelivery {
  id: number;
  eventType: ToldEventType;
  title: string;
  /** Null where the subscriber was erased while it was on its way. */
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

/** The newest first, and how many there are, as far as it is worth counting. */
export async function listSubscriberDeliveries(
  db: Db,
  filter: DeliveryFilter,
  { limit, offset, mostCounted }: { limit: number; offset: number; mostCounted: number },
): Promise<{ items: ListedSubscriberDelivery[]; total: number }> {
  const { source, order } = sourceOf(filter);
  const [items, [count]] = await readTogether<[ListedSubscriberDelivery, { total: number }]>(db, [
    sql`SELECT ${COLUMNS} ${source} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`,
    sql`SELECT count(*) AS total FROM (SELECT d.id ${source} LIMIT ${mostCounted})`,
  ]);
  return { items, total: count?.total ?? 0 };
}

export async function findSubscriberDelivery(
  db: Db,
  id: number,
): Promise<(ListedSubscriberDelivery & { attempts: SubscriberAttempt[] }) | null> {
  const [row] = await db.all<ListedSubscriberDelivery & { attempts: string }>(sql`
    SELECT ${COLUMNS}, d.attempts FROM subscriber_deliveries d
    JOIN fanouts f ON f.id = d.id / 1000000000 ${WHOSE} WHERE d.id = ${id}`);
  return row ? { ...row, attempts: JSON.parse(row.attempts) as SubscriberAttempt[] } : null;
}

export function hasFailedDelivery(id: number): SQL {
  return sql`EXISTS (SELECT 1 FROM subscriber_deliveries WHERE id = ${id} AND status = 'failed')`;
}

/** Another round of attempts, from now on. */
export function restartSubscriberDelivery(
  id: number,
  { now, round }: { now: number; round: number },
): Statement {
  return sql`
    UPDATE subscriber_deliveries
    SET status = 'pending', due_at = ${now}, claimed_until = NULL, max_attempts = attempt_count + ${round}
    WHERE id = ${id} AND status = 'failed'`;
}

/**
 * Deliveries are many and have one index for each of failed and waiting: all else is found by its id, which begins with
 * the fan-out's and ends with the subscriber's. The order of the tables is the order of the search.
 */
function sourceOf({ status, eventType, subscriberId }: DeliveryFilter): { source: SQL; order: SQL } {
  const isEvent = eventType === undefined ? sql`` : sql`AND f.event_type = ${eventType}`;
  if (subscriberId === undefined && (status === "failed" || status === "pending")) {
    const isThat = status === "failed" ? sql`d.status = 'failed'` : sql`d.id IN (${WAITING})`;
    return {
      source: sql`
        FROM subscriber_deliveries d CROSS JOIN fanouts f ON f.id = d.id / 1000000000 ${WHOSE}
        WHERE ${isThat} ${isEvent}`,
      order: sql`d.id DESC`,
    };
  }
  const isOf =
    subscriberId === undefined
      ? sql`d.id > f.id * 1000000000 AND d.id < (f.id + 1) * 1000000000`
      : sql`d.id = f.id * 1000000000 + ${subscriberId}`;
  const hasStatus = status === undefined ? sql`1` : sql`d.status = ${status}`;
  return {
    source: sql`
      FROM fanouts f CROSS JOIN subscriber_deliveries d ON ${isOf} ${WHOSE}
      WHERE ${hasStatus} ${isEvent}`,
    order: sql`f.id DESC, d.id DESC`,
  };
}

/** What waits for another attempt, and what is under way with its fan-out. */
const WAITING = sql`
  SELECT id FROM subscriber_deliveries WHERE status = 'pending' AND (claimed_until IS NULL OR attempt_count > 1)
  UNION ALL
  SELECT o.id FROM fanouts u CROSS JOIN subscriber_deliveries o
    ON o.id > u.id * 1000000000 AND o.id < (u.id + 1) * 1000000000
  WHERE u.finished_at IS NULL AND o.status = 'pending' AND o.attempt_count = 1 AND o.claimed_until IS NOT NULL`;
