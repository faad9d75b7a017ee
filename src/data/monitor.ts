import { and, eq, getTableColumns, gt, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { type ActionLink, HEARTBEAT_TYPE } from "../domain/monitor/rule.ts";
import { toLink } from "./action_link.ts";
import { type Db, guard, type Statement } from "./db.ts";
import { idList } from "./id_list.ts";
import { listOf } from "./list_of.ts";
import { actionLinks } from "./tables_action.ts";
import { acknowledgements, channels, monitorChannels, snoozes } from "./tables_alert.ts";
import {
  maintenance,
  maintenanceMonitors,
  monitorDependencies,
  monitorStatus,
  monitors,
} from "./tables_monitor.ts";
import { versionOf } from "./version.ts";

export type MonitorRow = typeof monitors.$inferSelect;
type StatusRow = typeof monitorStatus.$inferSelect;

const { byName, at, note, untilAt } = acknowledgements;
const version = versionOf(sql`'monitor/' || ${monitors.id}`);

export interface MonitorView {
  monitor: MonitorRow;
  version: number;
  status: StatusRow | null;
  dependsOnIds: number[];
  channelIds: number[];
  /** Some enabled channel takes its alerts. */
  isAlerting: boolean;
  actions: ActionLink[];
  isUnderMaintenance: boolean;
  acknowledgement: Pick<typeof acknowledgements.$inferSelect, "byName" | "at" | "note" | "untilAt"> | null;
  snoozedUntil: number | null;
}

/** By name; one of them when `id` is given. */
export async function readMonitors(
  db: Db,
  { now, id }: { now: number; id?: number },
): Promise<MonitorView[]> {
  const isThis = id === undefined ? undefined : eq(monitors.id, id);
  const isOfThis = id === undefined ? undefined : eq(monitorDependencies.monitorId, id);
  const isChannelOfThis = id === undefined ? undefined : eq(monitorChannels.monitorId, id);
  const isRunning = and(
    isNull(maintenance.series),
    lte(maintenance.startsAt, now),
    gt(maintenance.endsAt, now),
  );
  const isActionOfThis = id === undefined ? undefined : eq(actionLinks.monitorId, id);
  const [rows, links, channelLinks, enabled, runLinks, windows, windowLinks] = await db.batch([
    db
      .select({
        monitor: monitors,
        status: monitorStatus,
        version,
        // Of a batch, columns of one name would be one.
        acknowledgement: { byName, at, note, untilAt },
        snoozedUntil: sql<number | null>`${snoozes.untilAt}`.as("snoozed_until"),
      })
      .from(monitors)
      .leftJoin(monitorStatus, eq(monitorStatus.monitorId, monitors.id))
      .leftJoin(acknowledgements, eq(acknowledgements.monitorId, monitors.id))
      .leftJoin(snoozes, eq(snoozes.monitorId, monitors.id))
      .where(isThis)
      .orderBy(sql`${monitors.name} COLLATE NOCASE`, monitors.id),
    db.select().from(monitorDependencies).where(isOfThis),
    db.select().from(monitorChannels).where(isChannelOfThis),
    db
      .select({ id: channels.id, allMonitors: channels.allMonitors })
      .from(channels)
      .where(eq(channels.enabled, true)),
    db.select().from(actionLinks).where(isActionOfThis).orderBy(actionLinks.actionId, actionLinks.onStatus),
    db
      .select({ id: maintenance.id, allMonitors: maintenance.allMonitors })
      .from(maintenance)
      .where(isRunning),
    db
      .select({ monitorId: maintenanceMonitors.monitorId })
      .from(maintenanceMonitors)
      .innerJoin(maintenance, eq(maintenance.id, maintenanceMonitors.maintenanceId))
      .where(isRunning),
  ]);
  const enabledIds = new Set(enabled.map(({ id }) => id));
  const isAnyAlerting = enabled.some(({ allMonitors }) => allMonitors);
  const isEverything = windows.some(({ allMonitors }) => allMonitors);
  const held = new Set(windowLinks.map(({ monitorId }) => monitorId));
  const byMonitor = Map.groupBy(links, (link) => link.monitorId);
  const channelsOf = Map.groupBy(channelLinks, (link) => link.monitorId);
  const actionsOf = Map.groupBy(runLinks, (link) => link.monitorId);
  return rows.map(({ monitor, ...row }) => ({
    ...row,
    monitor,
    channelIds: (channelsOf.get(monitor.id) ?? []).map((link) => link.channelId).sort((a, b) => a - b),
    isAlerting:
      isAnyAlerting || (channelsOf.get(monitor.id) ?? []).some(({ channelId }) => enabledIds.has(channelId)),
    actions: (actionsOf.get(monitor.id) ?? []).map(toLink),
    dependsOnIds: (byMonitor.get(monitor.id) ?? []).map((link) => link.dependsOnId),
    isUnderMaintenance: isEverything || held.has(monitor.id),
  }));
}

export async function findMonitor(db: Db, id: number): Promise<(MonitorRow & { version: number }) | null> {
  const columns = { ...getTableColumns(monitors), version };
  return (await db.select(columns).from(monitors).where(eq(monitors.id, id)).get()) ?? null;
}

export interface ToldMonitor {
  id: number;
  key: string;
  isPaused: boolean;
  /** Sealed. */
  token: string | null;
}

/** Only of one that is told of: an address must not outlive a change of the type. */
export async function findToldMonitor(
  db: Db,
  by: { hash: string } | { id: number },
): Promise<ToldMonitor | null> {
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

/** A template that was deleted in between leaves the default one, as if it had been deleted afterwards. */
function templateOf({ autoIncidentTemplateId: id }: Partial<MonitorRow>): { autoIncidentTemplateId?: SQL } {
  if (id === null || id === undefined) return {};
  return { autoIncidentTemplateId: sql`(SELECT id FROM incident_templates WHERE id = ${id})` };
}

export function deleteMonitor(db: Db, id: number): Statement {
  return db.delete(monitors).where(eq(monitors.id, id));
}

/** Which of these ids no monitor has. */
export async function listMissingMonitors(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: monitors.id })
    .from(monitors)
    .where(inArray(monitors.id, listOf(ids)));
  const there = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !there.has(id));
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

/** Of two who close a circle from both of its ends at the same moment, one fails. */
function guardNoCircle(id: number): Statement {
  return guard(sql`NOT EXISTS (
    WITH RECURSIVE reached (id) AS (
      SELECT depends_on_id FROM monitor_dependencies WHERE monitor_id = ${id}
      UNION
      SELECT d.depends_on_id FROM monitor_dependencies d JOIN reached ON d.monitor_id = reached.id)
    SELECT 1 FROM reached WHERE id = ${id})`);
}

/** What there is to place on the page, by name. */
export async function listPlaceable(
  db: Db,
): Promise<Pick<MonitorRow, "id" | "name" | "publicName" | "publicDescription" | "type">[]> {
  const { id, name, publicName, publicDescription, type } = monitors;
  return await db
    .select({ id, name, publicName, publicDescription, type })
    .from(monitors)
    .orderBy(sql`${monitors.name} COLLATE NOCASE`, monitors.id);
}

/** Every monitor as documents name it. */
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

/** The labels of each of these. */
export async function listTags(db: Db, ids: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .select({ id: monitors.id, tags: monitors.tags })
    .from(monitors)
    .where(inArray(monitors.id, listOf(ids)));
  return new Map(rows.map(({ id, tags }) => [id, tags.map(({ label }) => label)]));
}
