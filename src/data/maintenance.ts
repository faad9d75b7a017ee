import { and, desc, eq, getTableColumns, gt, isNull, lte, or, sql } from "drizzle-orm";
import { type Db, guard, type Statement } from "./db.ts";
import { maintenance, maintenanceMonitors } from "./tables_monitor.ts";
import { versionOf } from "./version.ts";

type Row = typeof maintenance.$inferSelect;
export type MaintenanceRow = Row & { monitorIds: number[] };
export type StoredMaintenance = MaintenanceRow & { version: number };

const columns = {
  ...getTableColumns(maintenance),
  version: versionOf(sql`'maintenance/' || ${maintenance.id}`),
};

export async function listMaintenance(db: Db, runningAt?: number): Promise<StoredMaintenance[]> {
  const [rows, links] = await db.batch([
    db
      .select(columns)
      .from(maintenance)
      .where(and(isNull(maintenance.seriesId), runningAt === undefined ? undefined : runsAt(runningAt)))
      .orderBy(desc(maintenance.startsAt), desc(maintenance.id)),
    db
      .select()
      .from(maintenanceMonitors)
      .where(
        sql`${maintenanceMonitors.maintenanceId} IN (SELECT id FROM maintenance WHERE series_id IS NULL)`,
      ),
  ]);
  return withMonitors(rows, links);
}

function runsAt(now: number) {
  const { series, startsAt, endsAt } = maintenance;
  const hasRunning = sql`EXISTS (
    SELECT 1 FROM maintenance o
    WHERE o.series_id = ${maintenance.id} AND o.starts_at <= ${now} AND o.ends_at > ${now})`;
  return or(and(isNull(series), lte(startsAt, now), gt(endsAt, now)), hasRunning);
}

export function withMonitors<Window extends { id: number }>(
  windows: readonly Window[],
  links: readonly (typeof maintenanceMonitors.$inferSelect)[],
): (Window & { monitorIds: number[] })[] {
  const linksOf = Map.groupBy(links, (link) => link.maintenanceId);
  return windows.map((row) => ({
    ...row,
    monitorIds: (linksOf.get(row.id) ?? []).map((link) => link.monitorId),
  }));
}

export async function findMaintenance(db: Db, id: number): Promise<StoredMaintenance | null> {
  const [rows, links] = await db.batch([
    db
      .select(columns)
      .from(maintenance)
      .where(and(eq(maintenance.id, id), isNull(maintenance.seriesId))),
    db.select().from(maintenanceMonitors).where(eq(maintenanceMonitors.maintenanceId, id)),
  ]);
  return withMonitors(rows, links)[0] ?? null;
}

const STILL_THERE = sql`value IN (SELECT id FROM monitors)`;

/** The link table has no rowid, so last_insert_rowid() stays that of the window for later statements. */
export function insertMaintenance(db: Db, { monitorIds, ...row }: Omit<MaintenanceRow, "id">): Statement[] {
  const links = sql`
    INSERT INTO maintenance_monitors (maintenance_id, monitor_id)
    SELECT last_insert_rowid(), value FROM json_each(${JSON.stringify(monitorIds)}) WHERE ${STILL_THERE}`;
  return [db.insert(maintenance).values(row), links];
}

export function updateMaintenanceRow(db: Db, { id, monitorIds, ...row }: MaintenanceRow): Statement[] {
  return [
    guard(sql`EXISTS (SELECT 1 FROM maintenance WHERE id = ${id})`),
    db.update(maintenance).set(row).where(eq(maintenance.id, id)),
    db.delete(maintenanceMonitors).where(eq(maintenanceMonitors.maintenanceId, id)),
    sql`
      INSERT INTO maintenance_monitors (maintenance_id, monitor_id)
      SELECT ${id}, value FROM json_each(${JSON.stringify(monitorIds)}) WHERE ${STILL_THERE}`,
  ];
}

export function deleteMaintenance(db: Db, id: number): Statement {
  return db.delete(maintenance).where(or(eq(maintenance.id, id), eq(maintenance.seriesId, id)));
}
