import { eq, getTableColumns, sql } from "drizzle-orm";
import { attemptsPerRound, OUTGOING } from "../domain/outgoing/policy.ts";
import { type Choices, FAILURE_NOTICE_EVERY_MS, FAILURES_TO_PAUSE } from "../domain/subscriber/scope.ts";
import { CLAIM_MS } from "../domain/system/claim.ts";
import type { FanoutScope, SubscriberType } from "../schema/subscriber.ts";
import { type Db, inChunks, listOf, type Statement } from "./db.ts";
import type { DueRows } from "./due.ts";
import { deliveriesOf, deliveryIdOf, type FanoutRow, partsOfDeliveryId } from "./fanout.ts";
import type { SubscriberRow } from "./subscriber.ts";
import { fanouts, subscriberDeliveries, subscribers } from "./tables_subscriber.ts";

type SubscriberDeliveryRow = typeof subscriberDeliveries.$inferSelect;

interface Candidate extends Choices {
  id: number;
  pageId: number;
}

export async function listCandidates(
  db: Db,
  { at, scope, after, limit }: { at: number; scope: FanoutScope; after: number; limit: number },
): Promise<Candidate[]> {
  const wasNotified =
    "toldBy" in scope
      ? sql`AND EXISTS (SELECT 1 FROM json_each(${JSON.stringify(scope.toldBy)}) f
          JOIN subscriber_deliveries d ON d.id = f.value * 1000000000 + subscribers.id
          WHERE d.status IN ('delivered', 'pending'))`
      : sql``;
  return await db
    .select({
      id: subscribers.id,
      pageId: subscribers.pageId,
      events: subscribers.events,
      monitorIds: subscribers.monitorIds,
      tags: subscribers.tags,
    })
    .from(subscribers)
    .where(
      sql`${subscribers.id} > ${after} AND status = 'active' AND ${subscribers.confirmedAt} <= ${at} ${wasNotified}`,
    )
    .orderBy(subscribers.id)
    .limit(limit);
}

export function insertDeliveries(
  { id: fanoutId }: Pick<FanoutRow, "id">,
  subscriberIds: readonly number[],
  now: number,
): Statement[] {
  const ids = subscriberIds.map((id) => deliveryIdOf(fanoutId, id));
  return inChunks(
    ids,
    (chunk) => sql`
      INSERT OR IGNORE INTO subscriber_deliveries
        (id, status, attempt_count, max_attempts, due_at, claimed_until, created_at)
      SELECT value, 'pending', 1, ${attemptsPerRound("subscriber_deliveries")}, ${now},
        ${now + CLAIM_MS.subscriber_deliveries}, ${now}
      FROM json_each(${chunk})`,
  );
}

export async function findLastPlanned(db: Db, fanoutId: number): Promise<number> {
  const [from, to] = deliveriesOf(fanoutId);
  const [row] = await db.all<{ id: number | null }>(
    sql`SELECT max(id) AS id FROM subscriber_deliveries WHERE id > ${from} AND id < ${to}`,
  );
  return partsOfDeliveryId(row?.id ?? from).subscriberId;
}

export interface Unsent {
  id: number;
  type: SubscriberType;
}

export async function listUnsent(
  db: Db,
  fanoutId: number,
  { after, limit }: { after: number; limit: number },
): Promise<Unsent[]> {
  const [, to] = deliveriesOf(fanoutId);
  return await db.all<Unsent>(sql`
    SELECT d.id, coalesce(s.type, 'email') AS type FROM subscriber_deliveries d
    LEFT JOIN subscribers s ON s.id = d.id % 1000000000
    WHERE d.id > ${deliveryIdOf(fanoutId, after)} AND d.id < ${to}
      AND d.status = 'pending' AND d.attempt_count = 1 AND d.claimed_until IS NOT NULL
    ORDER BY d.id LIMIT ${limit}`);
}

export function claimedDeliveries(result: D1Result | undefined): Unsent[] {
  const rows = (result?.results ?? []) as { id: number; type: SubscriberType | null }[];
  return rows.map(({ id, type }) => ({ id, type: type ?? "email" }));
}

export function abandonedFanouts(before: number): DueRows {
  return { table: fanouts, where: sql`finished_at IS NULL AND created_at < ${before}` };
}

export function abandonFanouts(before: number, now: number): Statement[] {
  return [
    sql`
      UPDATE subscriber_deliveries SET status = 'failed', claimed_until = NULL, last_error = ${OUTGOING.subscriber_deliveries.interrupted}
      WHERE id IN (
        SELECT d.id FROM fanouts f CROSS JOIN subscriber_deliveries d
          ON d.id > f.id * 1000000000 AND d.id < (f.id + 1) * 1000000000
        WHERE f.finished_at IS NULL AND f.created_at < ${before}
          AND d.status = 'pending' AND d.attempt_count = 1 AND d.claimed_until IS NOT NULL)`,
    sql`UPDATE fanouts SET cursor = NULL, finished_at = ${now} WHERE ${abandonedFanouts(before).where}`,
  ];
}

const { id: _id, ...deliveryColumns } = getTableColumns(subscriberDeliveries);

export interface DeliveryToSend extends SubscriberDeliveryRow {
  subscriber: SubscriberRow | null;
}

export async function listToSend(db: Db, ids: readonly number[]): Promise<DeliveryToSend[]> {
  const rows = await db
    .select({ id: subscriberDeliveries.id, ...deliveryColumns, subscriber: subscribers })
    .from(subscriberDeliveries)
    .leftJoin(subscribers, eq(subscribers.id, sql`${subscriberDeliveries.id} % 1000000000`))
    .where(
      sql`${subscriberDeliveries.id} IN ${listOf(ids)} AND ${subscriberDeliveries.status} = 'pending'
        AND ${subscriberDeliveries.claimedUntil} IS NOT NULL`,
    )
    .orderBy(subscriberDeliveries.id);
  return rows;
}

export type SubscriberDeliveryEnd = Pick<
  SubscriberDeliveryRow,
  ("id" | "claimedUntil" | "status" | "dueAt" | "attempts") | ("responseStatus" | "lastError" | "deliveredAt")
> & { subscriberId: number };

/** Runs before the ends in the same batch. */
export function noteEnds(ends: readonly SubscriberDeliveryEnd[], now: number): Statement[] {
  const delivered = ends.filter(({ status }) => status === "delivered");
  const erred = ends.filter(({ status }) => status === "pending" || status === "failed");
  return [
    ...erred.flatMap((end) => noteFailure(end, now)),
    ...(delivered.length > 0 ? [noteSuccess(delivered)] : []),
  ];
}

function noteSuccess(ends: readonly SubscriberDeliveryEnd[]): Statement {
  return sql`
    UPDATE subscribers SET last_notified_at = own.value ->> 'deliveredAt', last_error = NULL, failures = 0
    FROM json_each(${JSON.stringify(ends)}) AS own WHERE subscribers.id = own.value ->> 'subscriberId'`;
}

/** Only while this attempt is open: a repeat counts nothing. A webhook's owner is notified at the end of a round. */
function noteFailure(end: SubscriberDeliveryEnd, now: number): Statement[] {
  const { id, subscriberId, claimedUntil, lastError, status } = end;
  const isOpen = sql`EXISTS (SELECT 1 FROM subscriber_deliveries
    WHERE id = ${id} AND status = 'pending' AND claimed_until = ${claimedUntil})`;
  const isOver = status === "failed" ? 1 : 0;
  const pauses = sql`type = 'webhook' AND status = 'active' AND failures + ${isOver} >= ${FAILURES_TO_PAUSE}`;
  const notifiesFailure = sql`type = 'webhook' AND status = 'active' AND notify_on_failure = 1
    AND coalesce(failure_told_at, 0) <= ${now - FAILURE_NOTICE_EVERY_MS}`;
  const update = sql`
    UPDATE subscribers SET last_error = ${lastError}, failures = failures + ${isOver},
      failure_told_at = CASE WHEN ${isOver} AND ${notifiesFailure} THEN ${now} ELSE failure_told_at END,
      status = CASE WHEN ${isOver} AND ${pauses} THEN 'disabled' ELSE status END
    WHERE id = ${subscriberId} AND ${isOpen}`;
  if (!isOver) return [update];
  const notice = sql`
    INSERT INTO subscriber_notices (subscriber_id, kind, status, due_at, created_at)
    SELECT id, CASE WHEN ${pauses} THEN 'paused' ELSE 'failing' END, 'pending', ${now}, ${now}
    FROM subscribers WHERE id = ${subscriberId} AND ${isOpen} AND ((${pauses}) OR (${notifiesFailure}))`;
  // Logged as the service itself and without the address: entries are kept forever.
  const entry = sql`
    INSERT INTO audit (at, user_id, user_email, action, entity_type, entity_id, entity_name, details)
    SELECT ${now}, 0, 'system', 'Update', 'subscriber', id, type || ' #' || id, json_object('automatic', json('true'),
      'fields', json_array('status'), 'changes', json_object('status', json_array(status, 'disabled')),
      'failuresInARow', failures + 1)
    FROM subscribers WHERE id = ${subscriberId} AND ${isOpen} AND ${pauses}`;
  return [notice, entry, update];
}
