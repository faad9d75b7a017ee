import { and, desc, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import type { Said } from "../domain/incident/incident.ts";
import type { ListSort, Paging } from "../schema/common.ts";
import type { Impact, IncidentStatus } from "../schema/incident_status.ts";
import { type Db, idList, listOf, type Statement } from "./db.ts";
import type { DueRows } from "./due.ts";
import { listSorted } from "./list_sorted.ts";
import { PUBLIC_NAME, placements } from "./public_name.ts";
import { incidentMonitors, incidents, incidentUpdates } from "./tables_incident.ts";
import { versionOf } from "./version.ts";

export type IncidentRow = typeof incidents.$inferSelect;
export type IncidentUpdateRow = typeof incidentUpdates.$inferSelect;

export interface IncidentView extends IncidentRow {
  monitorIds: number[];
  updates: IncidentUpdateRow[];
}

export type StoredIncident = IncidentView & { version: number };

export type IncidentRef = number | "newest";

interface IncidentFilter {
  state?: "open" | "resolved" | "draft" | undefined;
  monitorId?: number | undefined;
  search?: string | undefined;
  sort?: ListSort | undefined;
}

const DUE_A_RUN = 50;

const columns = { ...getTableColumns(incidents), version: versionOf(sql`'incident/' || ${incidents.id}`) };

/** A literal, not a parameter: otherwise the partial index of open incidents can't be used. */
export const isOpen = sql`${incidents.status} <> 'resolved'`;

const isOpenAs = (impact: Impact) =>
  sql`${incidents.draft} = 0 AND ${isOpen} AND ${incidents.impact} = ${impact}`;
const WORST = [isOpenAs("critical"), isOpenAs("major"), isOpenAs("minor"), sql`${incidents.draft} = 1`];

export function idOf(ref: IncidentRef): SQL {
  return ref === "newest" ? sql`(SELECT max(id) FROM incidents)` : sql`${ref}`;
}

export async function listIncidents(
  db: Db,
  filter: IncidentFilter,
  paging: Paging,
): Promise<{ items: StoredIncident[]; total: number }> {
  const sorted = {
    table: incidents,
    where: and(...conditions(filter)),
    sort: filter.sort,
    id: incidents.id,
    at: incidents.startedAt,
    worst: WORST,
    rows: (fits: SQL | undefined, order: SQL[]) =>
      db
        .select(columns)
        .from(incidents)
        .where(fits)
        .orderBy(...order),
  };
  const { items, total } = await listSorted(db, sorted, paging);
  return { items: await completeIncidents(db, items, { withPlanned: true }), total };
}

export async function findIncident(db: Db, id: number): Promise<StoredIncident | null> {
  const rows = await db.select(columns).from(incidents).where(eq(incidents.id, id));
  const [incident] = await completeIncidents(db, rows, { withPlanned: true });
  return incident ?? null;
}

export async function completeIncidents<Row extends IncidentRow>(
  db: Db,
  rows: readonly Row[],
  { withPlanned = false } = {},
): Promise<(Row & Pick<IncidentView, "monitorIds" | "updates">)[]> {
  if (rows.length === 0) return [];
  const ids = idList(rows.map(({ id }) => id));
  const [links, updates] = await db.batch([
    db
      .select()
      .from(incidentMonitors)
      .where(sql`${incidentMonitors.incidentId} IN (${ids})`)
      .orderBy(incidentMonitors.monitorId),
    db
      .select()
      .from(incidentUpdates)
      .where(
        and(
          sql`${incidentUpdates.incidentId} IN (${ids})`,
          withPlanned ? undefined : isNull(incidentUpdates.publishAt),
        ),
      )
      .orderBy(desc(incidentUpdates.postedAt), desc(incidentUpdates.id)),
  ]);
  const linksOf = Map.groupBy(links, (link) => link.incidentId);
  const updatesOf = Map.groupBy(updates, (update) => update.incidentId);
  return rows.map((row) => ({
    ...row,
    monitorIds: (linksOf.get(row.id) ?? []).map((link) => link.monitorId),
    updates: updatesOf.get(row.id) ?? [],
  }));
}

export function insertIncident(db: Db, row: Omit<typeof incidents.$inferInsert, "id">): Statement {
  return db.insert(incidents).values(row);
}

export function updateIncidentRow(db: Db, id: number, change: Partial<IncidentRow>): Statement {
  return db.update(incidents).set(change).where(eq(incidents.id, id));
}

export function deleteIncident(db: Db, id: number): Statement {
  return db.delete(incidents).where(eq(incidents.id, id));
}

export function linkMonitors(ref: IncidentRef, monitorIds: readonly number[]): Statement {
  return sql`
    INSERT OR IGNORE INTO incident_monitors (incident_id, monitor_id)
    SELECT ${idOf(ref)}, id FROM monitors WHERE id IN ${listOf(monitorIds)}`;
}

/** Call before deleting the monitors: published incidents keep the public names of those on a page. */
export function keepFormerComponents(monitorIds: readonly number[]): Statement {
  const gone = sql`
    SELECT l.incident_id,
      json_object('id', m.id, 'name', ${PUBLIC_NAME}, 'pageIds', json_group_array(p.page_id)) AS component
    FROM incident_monitors l JOIN monitors m ON m.id = l.monitor_id JOIN (${placements}) p ON p.monitor_id = m.id
    WHERE m.id IN ${listOf(monitorIds)} GROUP BY l.incident_id, m.id`;
  return sql`
    UPDATE incidents SET former_components = (
      SELECT json_group_array(json(component)) FROM (
        SELECT value AS component FROM json_each(incidents.former_components)
        UNION ALL SELECT component FROM (${gone}) WHERE incident_id = incidents.id))
    WHERE draft = 0 AND id IN (SELECT incident_id FROM (${gone}))`;
}

export function unlinkMonitors(db: Db, id: number): Statement {
  return db.delete(incidentMonitors).where(eq(incidentMonitors.incidentId, id));
}

export function insertUpdate(
  db: Db,
  ref: IncidentRef,
  row: Omit<typeof incidentUpdates.$inferInsert, "id" | "incidentId">,
): Statement {
  return db.insert(incidentUpdates).values({ ...row, incidentId: idOf(ref) });
}

export function moveIncident(
  id: number,
  { status, now }: { status: IncidentStatus; now: number },
): Statement {
  return sql`
    UPDATE incidents SET status = ${status}, updated_at = ${now},
      resolved_at = CASE WHEN ${status} = 'resolved' THEN coalesce(resolved_at, max(${now}, started_at)) END
    WHERE id = ${id}`;
}

/** Merged when the batch runs. An incident that names monitors no longer concerns the whole page. */
export function sayComponents(id: number, said: Said): Statement[] {
  const monitorIds = Object.keys(said).map(Number);
  if (monitorIds.length === 0) return [];
  return [
    linkMonitors(id, monitorIds),
    sql`
      UPDATE incidents SET components = json_patch(components, ${JSON.stringify(said)}),
        page_wide = page_wide AND NOT EXISTS (SELECT 1 FROM incident_monitors WHERE incident_id = ${id})
      WHERE id = ${id}`,
  ];
}

export function rewriteUpdate(
  db: Db,
  id: number,
  change: Partial<Omit<IncidentUpdateRow, "id" | "incidentId">>,
): Statement {
  return db.update(incidentUpdates).set(change).where(eq(incidentUpdates.id, id));
}

export function dueUpdates(now: number): DueRows {
  return { table: incidentUpdates, where: sql`publish_at IS NOT NULL AND publish_at <= ${now}` };
}

export async function listDueUpdates(
  db: Db,
  now: number,
): Promise<Pick<IncidentUpdateRow, "id" | "incidentId">[]> {
  return await db.all(sql`
    SELECT id, incident_id AS incidentId FROM incident_updates
    WHERE ${dueUpdates(now).where} ORDER BY publish_at, id LIMIT ${DUE_A_RUN}`);
}

export function deleteUpdate(db: Db, id: number): Statement {
  return db.delete(incidentUpdates).where(eq(incidentUpdates.id, id));
}

export function publishIncidentRow(
  db: Db,
  id: number,
  { now, notifySubscribers }: { now: number; notifySubscribers?: boolean | undefined },
): Statement[] {
  return [
    db
      .update(incidents)
      .set({ draft: false, publishedAt: now, updatedAt: now, notifySubscribers })
      .where(eq(incidents.id, id)),
    db
      .update(incidentUpdates)
      .set({ postedAt: now })
      .where(and(eq(incidentUpdates.incidentId, id), isNull(incidentUpdates.publishAt))),
  ];
}

export function isThere(id: number): SQL {
  return sql`EXISTS (SELECT 1 FROM incidents WHERE id = ${id})`;
}

export function isDraft(id: number): SQL {
  return sql`EXISTS (SELECT 1 FROM incidents WHERE id = ${id} AND draft = 1)`;
}

function conditions({ state, monitorId, search }: IncidentFilter): SQL[] {
  const found: SQL[] = [];
  if (state !== undefined) found.push(eq(incidents.draft, state === "draft"));
  if (state === "resolved") found.push(eq(incidents.status, "resolved"));
  if (state === "open") found.push(isOpen);
  if (monitorId !== undefined) {
    found.push(
      sql`${incidents.id} IN (SELECT incident_id FROM incident_monitors WHERE monitor_id = ${monitorId})`,
    );
  }
  if (search !== undefined) {
    found.push(sql`(instr(lower(${incidents.title}), lower(${search})) > 0 OR EXISTS (
      SELECT 1 FROM incident_updates u
      WHERE u.incident_id = ${incidents.id} AND instr(lower(u.body), lower(${search})) > 0))`);
  }
  return found;
}
