import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import type { FormerComponent } from "../domain/incident/incident.ts";
import type { PageRecurrence } from "../domain/page/recurrence.ts";
import { DEFAULT_PAGE_ID } from "../domain/page/site.ts";
import type { Span } from "../domain/uptime/uptime.ts";
import { type Db, decodeRows, idList } from "./db.ts";
import { completeIncidents, type IncidentView, isOpen } from "./incident.ts";
import { listPage } from "./list_page.ts";
import { type MaintenanceRow, withMonitors } from "./maintenance.ts";
import { recurs } from "./recurs.ts";
import { incidents } from "./tables_incident.ts";
import { maintenance, maintenanceMonitors } from "./tables_monitor.ts";

interface PublicIncidentFilter {
  filter: "all" | "active" | "resolved";
  from?: number;
  to?: number;
  order: "started" | "updated";
  limit: number;
  page: number;
  isCounted?: boolean;
}

type PublicWindowRow = MaintenanceRow & { recurs: PageRecurrence | null };

export interface ShownOn {
  pageId: number;
  monitorIds: readonly number[];
}

export function names(pageIds: SQLWrapper, pageId: number): SQL {
  return sql`EXISTS (SELECT 1 FROM json_each(${pageIds}) WHERE value = ${pageId})`;
}

/** No drafts. An incident with monitors needs one that is public, or was when it was deleted. */
export function isPublicIncident({ pageId, monitorIds }: ShownOn): SQL {
  const pagesOfFormer = sql`coalesce(former.value -> '$.pageIds', ${JSON.stringify([DEFAULT_PAGE_ID])})`;
  const isFormer = sql`EXISTS (
    SELECT 1 FROM json_each(${incidents.formerComponents}) former WHERE ${names(pagesOfFormer, pageId)})`;
  return sql`(${incidents.draft} = 0 AND ((${incidents.pageWide} = 1 AND ${names(incidents.pageIds, pageId)}) OR ${isFormer}
    OR EXISTS (
    SELECT 1 FROM incident_monitors l
    WHERE l.incident_id = ${incidents.id} AND +l.monitor_id IN (${idList(monitorIds)}))))`;
}

export function isPublicMaintenance({ pageId, monitorIds }: ShownOn): SQL {
  return sql`((${maintenance.allMonitors} = 1 AND (${maintenance.pageIds} IS NULL OR ${names(maintenance.pageIds, pageId)})) OR EXISTS (
    SELECT 1 FROM maintenance_monitors l
    WHERE l.maintenance_id = ${maintenance.id} AND +l.monitor_id IN (${idList(monitorIds)})))`;
}

export async function readPublicIncidents(
  db: Db,
  on: ShownOn,
  { filter, from, to, order, limit, page, isCounted = true }: PublicIncidentFilter,
): Promise<{ items: IncidentView[]; total: number }> {
  const where = and(
    isPublicIncident(on),
    filter === "active" ? isOpen : undefined,
    filter === "resolved" ? eq(incidents.status, "resolved") : undefined,
    from === undefined ? undefined : gte(incidents.startedAt, from),
    to === undefined ? undefined : lt(incidents.startedAt, to),
  );
  const column = order === "started" ? incidents.startedAt : incidents.updatedAt;
  const found = db.select().from(incidents).where(where).orderBy(desc(column), desc(incidents.id));
  if (!isCounted) {
    const rows = await found.limit(limit).offset((page - 1) * limit);
    return { items: await completeIncidents(db, rows), total: rows.length };
  }
  const { items, total } = await listPage(db, { table: incidents, where, rows: found }, { page, limit });
  return { items: await completeIncidents(db, items), total };
}

const MOST_BAR_INCIDENTS = 1000;

export interface BarIncidentRow {
  id: number;
  title: string;
  startedAt: number;
  resolvedAt: number | null;
  monitorIds: number[];
  formerComponents: FormerComponent[];
}

export async function readBarIncidents(
  db: Db,
  on: ShownOn,
  { from, to, monitorId }: Span & { monitorId?: number },
): Promise<BarIncidentRow[]> {
  const isNamed =
    monitorId === undefined
      ? sql``
      : sql`AND (incidents.page_wide = 1 OR EXISTS (
          SELECT 1 FROM incident_monitors l WHERE l.incident_id = incidents.id AND l.monitor_id = ${monitorId}))`;
  type Row = Omit<BarIncidentRow, "monitorIds" | "formerComponents"> & { monitorIds: string; former: string };
  const rows = await db.all<Row>(sql`
    SELECT incidents.id, title, started_at AS startedAt, resolved_at AS resolvedAt, former_components AS former,
      (SELECT json_group_array(l.monitor_id) FROM incident_monitors l WHERE l.incident_id = incidents.id) AS monitorIds
    FROM (
      SELECT id FROM incidents WHERE draft = 0 AND started_at >= ${from} AND started_at < ${to}
      UNION ALL SELECT id FROM incidents WHERE draft = 0 AND ${isOpen} AND started_at < ${from}
      UNION ALL SELECT id FROM incidents
        WHERE draft = 0 AND updated_at >= ${from} AND resolved_at >= ${from} AND started_at < ${from}
    ) touching CROSS JOIN incidents ON incidents.id = touching.id
    WHERE ${isPublicIncident(on)} ${isNamed}
    ORDER BY started_at DESC, incidents.id DESC LIMIT ${MOST_BAR_INCIDENTS}`);
  return rows.map(({ former, monitorIds, ...row }) => ({
    ...row,
    monitorIds: JSON.parse(monitorIds),
    formerComponents: JSON.parse(former),
  }));
}

export async function readMonitorIncidents(
  db: Db,
  on: ShownOn,
  { monitorId, endsAfter, limit }: { monitorId: number; endsAfter: number; limit: number },
): Promise<IncidentView[]> {
  const rows = await db.all<Record<string, unknown>>(sql`
    SELECT incidents.* FROM incident_monitors own CROSS JOIN incidents ON incidents.id = own.incident_id
    WHERE own.monitor_id = ${monitorId} AND (resolved_at IS NULL OR resolved_at >= ${endsAfter})
      AND ${isPublicIncident(on)}
    ORDER BY started_at DESC, incidents.id DESC LIMIT ${limit}`);
  return await completeIncidents(db, decodeRows(incidents, rows));
}

export interface NewestIds {
  incident: number;
  maintenance: number;
}

export async function readNewestIds(db: Db): Promise<NewestIds> {
  const row = await db.get<NewestIds>(sql`
    SELECT coalesce((SELECT max(id) FROM incidents), 0) AS incident,
      coalesce((SELECT max(id) FROM maintenance), 0) AS maintenance`);
  return row ?? { incident: 0, maintenance: 0 };
}

export async function readPublicIncident(db: Db, on: ShownOn, id: number): Promise<IncidentView | null> {
  const rows = await db
    .select()
    .from(incidents)
    .where(and(eq(incidents.id, id), isPublicIncident(on)));
  return (await completeIncidents(db, rows))[0] ?? null;
}

function isShownAt(now: number): SQL | undefined {
  const isAnnounced = or(isNull(maintenance.announceAt), lte(maintenance.announceAt, now));
  return and(isNull(maintenance.series), isAnnounced);
}

export async function readPublicPlans(
  db: Db,
  on: ShownOn,
  { from, now }: { from: number; now: number },
): Promise<MaintenanceRow[]> {
  const isThere = or(isNotNull(maintenance.series), gte(maintenance.startsAt, from));
  const hasOccurrence = sql`(${maintenance.series} IS NULL OR EXISTS (
    SELECT 1 FROM maintenance o WHERE o.series_id = ${maintenance.id} AND o.ends_at > ${now})
    AND EXISTS (
    SELECT 1 FROM maintenance o
    WHERE o.series_id = ${maintenance.id} AND (o.announce_at <= ${now} OR o.told <> 'planned')))`;
  const rows = await db
    .select()
    .from(maintenance)
    .where(and(isPublicMaintenance(on), isNull(maintenance.seriesId), isThere, hasOccurrence))
    .orderBy(desc(maintenance.startsAt), maintenance.id);
  return await readMonitors(db, rows);
}

export async function readPublicMaintenances(
  db: Db,
  on: ShownOn,
  { now, ...span }: { now: number } & ({ endsAfter: number } | { from: number; to: number }),
): Promise<PublicWindowRow[]> {
  const isCurrent = "endsAfter" in span;
  const rows = await db
    .select({ ...getTableColumns(maintenance), recurs })
    .from(maintenance)
    .where(
      and(
        isPublicMaintenance(on),
        isShownAt(now),
        isCurrent
          ? gt(maintenance.endsAt, span.endsAfter)
          : and(gte(maintenance.startsAt, span.from), lt(maintenance.startsAt, span.to)),
      ),
    )
    .orderBy(isCurrent ? asc(maintenance.startsAt) : desc(maintenance.startsAt), maintenance.id);
  return await readMonitors(db, rows);
}

export async function readPublicMaintenance(
  db: Db,
  on: ShownOn,
  { id, now }: { id: number; now: number },
): Promise<PublicWindowRow | null> {
  const isNext = and(eq(maintenance.seriesId, id), gt(maintenance.endsAt, now));
  const rows = await db
    .select({ ...getTableColumns(maintenance), recurs })
    .from(maintenance)
    .where(and(or(eq(maintenance.id, id), isNext), isPublicMaintenance(on), isShownAt(now)))
    .orderBy(asc(maintenance.startsAt))
    .limit(1);
  return (await readMonitors(db, rows))[0] ?? null;
}

async function readMonitors<Window extends Omit<MaintenanceRow, "monitorIds">>(
  db: Db,
  rows: readonly Window[],
): Promise<(Window & { monitorIds: number[] })[]> {
  if (rows.length === 0) return [];
  const ids = idList(rows.map(({ id }) => id));
  const links = await db
    .select()
    .from(maintenanceMonitors)
    .where(sql`${maintenanceMonitors.maintenanceId} IN (${ids})`);
  return withMonitors(rows, links);
}
