import { and, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { FormerComponent } from "../domain/incident/incident.ts";
import type { IncidentSnapshot, MaintenanceSnapshot } from "../domain/incident/public_fact.ts";
import { type KnownPage, settingOf } from "../domain/page/site.ts";
import type { NotifiedEventType } from "../schema/incident_status.ts";
import type { FanoutScope } from "../schema/subscriber.ts";
import { type Db, listOf, returnedRows, type Statement } from "./db.ts";
import type { DueRows } from "./due.ts";
import { isUnclaimed } from "./outgoing.ts";
import { listKnownPages } from "./page.ts";
import { SUBSCRIPTIONS } from "./subscriber.ts";
import { fanouts } from "./tables_subscriber.ts";

export type FanoutRow = typeof fanouts.$inferSelect;

export interface UnannouncedEvent {
  id: string;
  type: NotifiedEventType;
  at: number;
  subject: IncidentSnapshot & MaintenanceSnapshot;
  former: FormerComponent[];
}

const MOST_EVENTS = 50;

export interface AudiencePage extends KnownPage {
  settings: unknown;
}

export async function listAudiencePages(db: Db): Promise<AudiencePage[]> {
  const [pages, rows] = await Promise.all([
    listKnownPages(db),
    db.all<{ name: string; value: string }>(sql`
      SELECT name, value FROM settings
      WHERE name = ${SUBSCRIPTIONS} OR name LIKE 'subscription!_settings/%' ESCAPE '!'`),
  ]);
  const stored = new Map(rows.map(({ name, value }) => [name, JSON.parse(value)]));
  return pages.map((page) => ({ ...page, settings: stored.get(settingOf(SUBSCRIPTIONS, page.id)) ?? {} }));
}

function unannouncedEvents(since: number): SQL {
  return sql`
    FROM public_events e
    WHERE at > ${since} AND NOT EXISTS (SELECT 1 FROM fanouts f WHERE f.event_id = e.id)`;
}

export function hasUnannounced(since: number): SQL {
  return sql`EXISTS (SELECT 1 ${unannouncedEvents(since)})`;
}

export async function readUnannounced(db: Db, since: number): Promise<UnannouncedEvent[]> {
  const events = await db.all<{
    id: string;
    type: NotifiedEventType;
    at: number;
    body: string;
    former: string | null;
  }>(sql`
      SELECT id, type, at, body, (
        SELECT former_components FROM incidents WHERE id = e.incident_id) AS former
      ${unannouncedEvents(since)}
      ORDER BY at LIMIT ${MOST_EVENTS}`);
  return events.map(({ body, former, ...event }) => ({
    ...event,
    subject: JSON.parse(body),
    former: JSON.parse(former ?? "[]"),
  }));
}

export async function listFanoutsOf(
  db: Db,
  { noun, id }: { noun: "maintenance" | "incident"; id: number },
): Promise<number[]> {
  const [from, to] = [`${noun}-${id}-`, `${noun}-${id}.`];
  const rows = await db
    .select({ id: fanouts.id })
    .from(fanouts)
    .where(and(gte(fanouts.eventId, from), lt(fanouts.eventId, to)))
    .orderBy(fanouts.id);
  return rows.map((row) => row.id);
}

export interface NewFanout {
  eventId: string;
  eventType: NotifiedEventType;
  title: string;
  scope: FanoutScope;
  at: number;
  isEmpty: boolean;
  now: number;
}

export function insertFanout(db: Db, { isEmpty, now, ...row }: NewFanout): Statement {
  const ends = isEmpty ? { cursor: null, finishedAt: now } : {};
  return db
    .insert(fanouts)
    .values({ ...row, ...ends, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: fanouts.id, finishedAt: fanouts.finishedAt });
}

interface Hold {
  /** The hold left by the previous invocation; null takes over a fan-out nobody holds. */
  held: number | null;
  now: number;
  until: number;
}

export function holdFanout(id: number, { held, now, until }: Hold): Statement {
  return sql`
    UPDATE fanouts SET claimed_until = ${until}
    WHERE id = ${id} AND finished_at IS NULL
      AND (${isUnclaimed(now)} OR claimed_until = ${held})
    RETURNING *`;
}

export function heldFanout(result: D1Result | undefined): FanoutRow | null {
  return returnedRows(fanouts, result)[0] ?? null;
}

export function isHolder({ id, claimedUntil }: FanoutRow): SQL {
  return sql`EXISTS (SELECT 1 FROM fanouts WHERE id = ${id} AND claimed_until = ${claimedUntil})`;
}

export function moveCursor(db: Db, id: number, cursor: number | null): Statement {
  return db.update(fanouts).set({ cursor }).where(eq(fanouts.id, id));
}

export function moveHanded(
  db: Db,
  row: FanoutRow,
  { handed, until }: { handed: number; until: number },
): Statement {
  return db
    .update(fanouts)
    .set({ handed, claimedUntil: until })
    .where(and(eq(fanouts.id, row.id), isHolder(row)));
}

/** While an attempt is in flight the fan-out stays open, and starts over once its hold expires. */
export function finishFanout(id: number, now: number): Statement {
  const [from, to] = deliveriesOf(id);
  return sql`
    UPDATE fanouts SET handed = 0, finished_at = CASE WHEN EXISTS (
      SELECT 1 FROM subscriber_deliveries
      WHERE id > ${from} AND id < ${to} AND status = 'pending' AND attempt_count = 1 AND claimed_until IS NOT NULL
    ) THEN NULL ELSE ${now} END
    WHERE id = ${id} AND finished_at IS NULL`;
}

export async function listFanouts(db: Db, ids: readonly number[]): Promise<FanoutRow[]> {
  return await db
    .select()
    .from(fanouts)
    .where(inArray(fanouts.id, listOf(ids)));
}

export function leftFanouts(now: number): DueRows {
  return { table: fanouts, where: sql`finished_at IS NULL AND ${isUnclaimed(now)}` };
}

export async function listLeftFanouts(db: Db, now: number): Promise<number[]> {
  const rows = await db.all<{ id: number }>(sql`
    SELECT id FROM fanouts WHERE ${leftFanouts(now).where} ORDER BY id`);
  return rows.map((row) => row.id);
}

const SUBSCRIBERS_A_FANOUT = 1e9;

export function deliveryIdOf(fanoutId: number, subscriberId: number): number {
  return fanoutId * SUBSCRIBERS_A_FANOUT + subscriberId;
}

export function partsOfDeliveryId(id: number): { fanoutId: number; subscriberId: number } {
  return { fanoutId: Math.floor(id / SUBSCRIBERS_A_FANOUT), subscriberId: id % SUBSCRIBERS_A_FANOUT };
}

export function deliveriesOf(fanoutId: number): [from: number, to: number] {
  return [deliveryIdOf(fanoutId, 0), deliveryIdOf(fanoutId + 1, 0)];
}

const DELETED_A_RUN = 5000;

const FANOUTS_A_RUN = 200;

export function isOldestOver(before: number): SQL {
  return sql`(SELECT created_at FROM fanouts ORDER BY id LIMIT 1) < ${before}`;
}

/** In batches, oldest first; a fan-out goes after its last delivery. */
export function deleteOldFanouts(before: number): Statement[] {
  const end = sql`
    CASE WHEN ${isOldestOver(before)}
    THEN (SELECT max(id) FROM (SELECT id, created_at FROM fanouts ORDER BY id LIMIT ${FANOUTS_A_RUN})
          WHERE created_at < ${before}) + 1
    ELSE 0 END`;
  return [
    sql`
      DELETE FROM subscriber_deliveries WHERE id IN (
        SELECT id FROM subscriber_deliveries WHERE id < (${end}) * 1000000000 ORDER BY id LIMIT ${DELETED_A_RUN})`,
    sql`
      DELETE FROM fanouts WHERE id < (${end}) AND created_at < ${before} AND NOT EXISTS (
        SELECT 1 FROM subscriber_deliveries d
        WHERE d.id > fanouts.id * 1000000000 AND d.id < (fanouts.id + 1) * 1000000000)`,
  ];
}
