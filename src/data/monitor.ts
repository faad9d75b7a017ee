import { and, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { HEARTBEAT_TYPE } from "../domain/monitor/rule.ts";
import { type Db, guard, idList, listOf, type Statement } from "./db.ts";
import { suppressHeldOf } from "./delivery_suppress.ts";
import { keepFormerComponents } from "./incident.ts";
import { monitorDependencies, monitors } from "./tables_monitor.ts";
import { versionOf } from "./version.ts";

export type MonitorRow = typeof monitors.$inferSelect;

const version = versionOf(sql`'monitor/' || ${monitors.id}`);

export async function findMonitor(db: Db, id: number): Promise<(MonitorRow & { version: number }) | null> {
  const columns = { ...getTableColumns(monitors), version };
  return (await db.select(columns).from(monitors).where(eq(monitors.id, id)).get()) ?? null;
}

export interface HeartbeatTarget {
  id: number;
  key: string;
  isPaused: boolean;
  token: string | null;
}

/** Checks the type too: an address must not outlive a change of type. */
export async function findHeartbeatTarget(
  db: Db,
  by: { hash: string } | { id: number },
): Promise<HeartbeatTarget | null> {
  const isIt = "hash" in by ? eq(monitors.heartbeatHash, by.hash) : eq(monitors.id, by.id);
  const row = await db
    .select({ id: monitors.id, key: monitors.key, isPaused: monitors.paused, token: monitors.heartbeatToken })
    .from(monitors)
    .where(and(isIt, eq(monitors.type, HEARTBEAT_TYPE)))
    .get();
  return row ?? null;
}

export function insertMonitor(db: Db, row: Omit<MonitorRow, "id">): Statement {
  return db.insert(monitors).values({ ...row, ...templateOf(row) });
}

export function updateMonitorRow(db: Db, id: number, change: Partial<MonitorRow>): Statement {
  return db
    .update(monitors)
    .set({ ...change, ...templateOf(change) })
    .where(eq(monitors.id, id));
}

/** A template deleted meanwhile becomes the default, as if it were deleted afterwards. */
function templateOf({ autoIncidentTemplateId: id }: Partial<MonitorRow>): { autoIncidentTemplateId?: SQL } {
  if (id === null || id === undefined) return {};
  return { autoIncidentTemplateId: sql`(SELECT id FROM incident_templates WHERE id = ${id})` };
}

export function deleteMonitors(db: Db, ids: readonly number[]): Statement[] {
  return [
    keepFormerComponents(ids),
    ...suppressHeldOf(listOf(ids)),
    db.delete(monitors).where(inArray(monitors.id, listOf(ids))),
  ];
}

export async function listDependencies(db: Db): Promise<{ monitorId: number; dependsOnId: number }[]> {
  return await db.select().from(monitorDependencies);
}

export async function listDependents(db: Db, id: number): Promise<number[]> {
  const rows = await db
    .select({ id: monitorDependencies.monitorId })
    .from(monitorDependencies)
    .where(eq(monitorDependencies.dependsOnId, id));
  return rows.map((row) => row.id);
}

export function replaceDependencies(db: Db, id: number, dependsOnIds: readonly number[]): Statement[] {
  return [
    db.delete(monitorDependencies).where(eq(monitorDependencies.monitorId, id)),
    sql`
      INSERT INTO monitor_dependencies (monitor_id, depends_on_id)
      SELECT ${id}, id FROM monitors WHERE id IN ${listOf(dependsOnIds)}`,
    guardNoCircle(id),
  ];
}

/** If two edits close a cycle from both ends at once, one fails. */
function guardNoCircle(id: number): Statement {
  return guard(sql`NOT EXISTS (
    WITH RECURSIVE reached (id) AS (
      SELECT depends_on_id FROM monitor_dependencies WHERE monitor_id = ${id}
      UNION
      SELECT d.depends_on_id FROM monitor_dependencies d JOIN reached ON d.monitor_id = reached.id)
    SELECT 1 FROM reached WHERE id = ${id})`);
}

export async function listPlaceable(
  db: Db,
): Promise<
  (Pick<MonitorRow, "id" | "name" | "publicName" | "publicDescription" | "type"> & { isPlain: boolean })[]
> {
  const { id, name, publicName, publicDescription, type, config } = monitors;
  const isPlain = sql`${config} ->> 'url' LIKE 'http:%'`.mapWith(Boolean);
  return await db
    .select({ id, name, publicName, publicDescription, type, isPlain })
    .from(monitors)
    .orderBy(sql`${monitors.name} COLLATE NOCASE`, monitors.id);
}

export async function listMonitorKeys(db: Db): Promise<Pick<MonitorRow, "id" | "key" | "type">[]> {
  const { id, key, type } = monitors;
  return await db.select({ id, key, type }).from(monitors);
}

export async function listNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: monitors.id, name: monitors.name })
    .from(monitors)
    .where(sql`${monitors.id} IN (${idList(ids)})`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function listTags(db: Db, ids: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .select({ id: monitors.id, tags: monitors.tags })
    .from(monitors)
    .where(inArray(monitors.id, listOf(ids)));
  return new Map(rows.map(({ id, tags }) => [id, tags.map(({ label }) => label)]));
}
