import { and, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm";
import type { DecidedOccurrence, KnownOccurrence } from "../domain/incident/occurrence_plan.ts";
import { type Db, guard, listOf, type Statement } from "./db.ts";
import { maintenance } from "./tables_monitor.ts";

const MOST_SERIES = 50;

type SeriesRef = number | "inserted";

const idOf = (ref: SeriesRef): SQL =>
  ref === "inserted" ? sql`(SELECT max(id) FROM maintenance WHERE series_id IS NULL)` : sql`${ref}`;

export async function listOccurrences(
  db: Db,
  seriesId: number,
  { now, at }: { now: number; at: readonly number[] },
): Promise<KnownOccurrence[]> {
  const isMeant = or(gt(maintenance.endsAt, now), inArray(maintenance.occurrenceAt, listOf(at)));
  const rows = await db
    .select()
    .from(maintenance)
    .where(and(eq(maintenance.seriesId, seriesId), isMeant))
    .orderBy(maintenance.startsAt, maintenance.id);
  return rows.map(({ id, occurrenceAt, startsAt, endsAt, announceAt, progress }) => {
    return {
      id,
      at: occurrenceAt ?? startsAt,
      startsAt,
      endsAt,
      announceAt: announceAt ?? startsAt,
      progress,
    };
  });
}

export function insertOccurrences(ref: SeriesRef, occurrences: readonly DecidedOccurrence[]): Statement {
  return sql`
    INSERT OR IGNORE INTO maintenance (name, description, starts_at, ends_at, all_monitors, page_ids, notify_subscribers, locales,
      created_at, updated_at, series_id, occurrence_at, announce_at, told, turn_at)
    SELECT w.name, w.description, o.value ->> 'startsAt', o.value ->> 'endsAt', w.all_monitors, w.page_ids, w.notify_subscribers, w.locales,
      w.updated_at, w.updated_at, w.id, o.value ->> 'at', o.value ->> 'announceAt', o.value ->> 'progress', o.value ->> 'turnAt'
    FROM maintenance w CROSS JOIN json_each(${JSON.stringify(occurrences)}) o WHERE w.id = ${idOf(ref)}`;
}

export function updateOccurrenceRow(
  id: number,
  { at, startsAt, endsAt, announceAt, progress, turnAt }: DecidedOccurrence,
): Statement {
  return sql`
    UPDATE maintenance SET (name, description, all_monitors, page_ids, notify_subscribers, locales, updated_at) = (
        SELECT name, description, all_monitors, page_ids, notify_subscribers, locales, updated_at FROM maintenance w
        WHERE w.id = maintenance.series_id),
      occurrence_at = ${at}, starts_at = ${startsAt}, ends_at = ${endsAt}, announce_at = ${announceAt},
      told = ${progress}, turn_at = ${turnAt}
    WHERE id = ${id}`;
}

export function deleteOccurrences(db: Db, ids: readonly number[]): Statement {
  return db.delete(maintenance).where(inArray(maintenance.id, listOf(ids)));
}

export function copyMonitors(ref: SeriesRef, now: number): Statement[] {
  const isOwn = sql`o.series_id = ${idOf(ref)} AND o.ends_at > ${now}`;
  return [
    sql`DELETE FROM maintenance_monitors WHERE maintenance_id IN (SELECT o.id FROM maintenance o WHERE ${isOwn})`,
    sql`
      INSERT INTO maintenance_monitors (maintenance_id, monitor_id)
      SELECT o.id, l.monitor_id FROM maintenance o CROSS JOIN maintenance_monitors l
      WHERE ${isOwn} AND l.maintenance_id = ${idOf(ref)}`,
  ];
}

export function setTurn(db: Db, id: number, turnAt: number | null): Statement {
  return db.update(maintenance).set({ turnAt }).where(eq(maintenance.id, id));
}

export function guardTurn(id: number, turnAt: number | null): Statement {
  return guard(sql`EXISTS (SELECT 1 FROM maintenance WHERE id = ${id} AND turn_at IS ${turnAt})`);
}

export async function listDueSeries(db: Db, now: number): Promise<number[]> {
  const rows = await db.all<{ id: number }>(sql`
    SELECT id FROM maintenance WHERE turn_at <= ${now} AND series IS NOT NULL ORDER BY turn_at LIMIT ${MOST_SERIES}`);
  return rows.map(({ id }) => id);
}
