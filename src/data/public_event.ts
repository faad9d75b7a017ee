import { and, desc, eq, getTableColumns, type InferSelectModel, inArray, type SQL, sql } from "drizzle-orm";
import type { FormerComponent } from "../domain/incident/incident.ts";
import type { MaintenanceNews } from "../domain/incident/public_fact.ts";
import type { NotifiedEventType } from "../schema/incident_status.ts";
import { type Db, idList, type Statement } from "./db.ts";
import type { DueRows } from "./due.ts";
import { type IncidentRef, idOf } from "./incident.ts";
import { isPublicIncident, isPublicMaintenance, names, type ShownOn } from "./public_incident.ts";
import { PUBLIC_NAME } from "./public_name.ts";
import { publicEvents } from "./tables_incident.ts";

const columns = {
  ...getTableColumns(publicEvents),
  former: sql<
    FormerComponent[]
  >`(SELECT former_components FROM incidents WHERE id = ${publicEvents.incidentId})`.mapWith(
    (text: string | null) => (text === null ? [] : JSON.parse(text)),
  ),
};

export interface PublicEventRow extends InferSelectModel<typeof publicEvents> {
  former: FormerComponent[];
}

/** A row holds at most 2 MB: the oldest updates beyond this are left out. */
const MOST_UPDATES = 50;

const componentsOf = (links: SQL) => sql`
  (SELECT json_group_array(json_object('id', id, 'name', name)) FROM (
    SELECT m.id, ${PUBLIC_NAME} AS name FROM monitors m WHERE m.id IN (${links})
    ORDER BY 2 COLLATE NOCASE, 1))`;

const INCIDENT_BODY = sql`json_object(
      'id', i.id, 'title', i.title, 'status', i.status, 'impact', i.impact,
      'startedAt', i.started_at, 'resolvedAt', i.resolved_at,
      'pageWide', json(CASE WHEN i.page_wide THEN 'true' ELSE 'false' END), 'pageIds', json(i.page_ids),
      'components', json(${componentsOf(sql`SELECT monitor_id FROM incident_monitors WHERE incident_id = i.id`)}),
      'said', json(i.components),
      'updates', json((SELECT json_group_array(json_object(
          'id', id, 'body', body, 'status', status, 'postedAt', posted_at, 'said', json(components))) FROM (
        SELECT * FROM incident_updates WHERE incident_id = i.id AND publish_at IS NULL
        ORDER BY posted_at DESC, id DESC LIMIT ${sql.raw(String(MOST_UPDATES))}))))`;

type IncidentNews = "incident.created" | "incident.updated" | "incident.resolved";

/**
 * The incident as it stands when the batch runs. It is created once, and each update is published once: the
 * newest, unless another is named.
 */
export function insertIncidentEvent(
  ref: IncidentRef,
  { type, at, updateId }: { type: IncidentNews; at: number; updateId?: number },
): Statement {
  const isCreation = type === "incident.created";
  const newest = sql`(SELECT max(id) FROM incident_updates WHERE incident_id = i.id)`;
  // D1 binds numbers as floats, which would put a decimal point into the id.
  const named = updateId === undefined ? newest : sql`CAST(${updateId} AS INTEGER)`;
  const update = isCreation ? sql`NULL` : named;
  const name = isCreation ? sql`'created'` : sql`'update-' || ${update}`;
  return sql`
    INSERT OR IGNORE INTO public_events (id, type, at, incident_id, update_id, body)
    SELECT 'incident-' || i.id || '-' || ${name}, ${type}, ${at}, i.id, ${update}, ${INCIDENT_BODY}
    FROM incidents i WHERE i.id = ${idOf(ref)} AND i.draft = 0 AND i.notify_subscribers = 1`;
}

export function insertPostMortemEvent(id: number, at: number): Statement {
  return sql`
    INSERT OR IGNORE INTO public_events (id, type, at, incident_id, body)
    SELECT 'incident-' || i.id || '-post-mortem', 'incident.postmortem', ${at}, i.id, ${INCIDENT_BODY}
    FROM incidents i WHERE i.id = ${id} AND i.draft = 0 AND i.notify_subscribers = 1`;
}

export function correctPostMortemInEvents(
  id: number,
  { body, publishedAt }: { body: string; publishedAt: number | null },
): Statement {
  return sql`
    UPDATE public_events SET body = json_set(body, '$.postMortem', json(${JSON.stringify({ body, publishedAt })}))
    WHERE incident_id = ${id} AND type = 'incident.postmortem'`;
}

export const windowBody = (news: MaintenanceNews) => sql`json_object(
  'id', w.id, 'name', w.name, 'description', w.description,
  'locales', json(w.locales), 'startsAt', w.starts_at, 'endsAt', w.ends_at,
  'allMonitors', json(CASE WHEN w.all_monitors THEN 'true' ELSE 'false' END), 'pageIds', json(w.page_ids), 'change', ${news},
  'components', json(${componentsOf(
    sql`SELECT monitor_id FROM maintenance_monitors WHERE maintenance_id = w.id`,
  )}))`;

export function insertMaintenanceEvent(id: number | "inserted", at: number): Statement {
  const own = id === "inserted" ? sql`(SELECT max(id) FROM maintenance)` : sql`${id}`;
  return sql`
    INSERT OR IGNORE INTO public_events (id, type, at, maintenance_id, body)
    SELECT 'maintenance-' || w.id || '-scheduled', 'maintenance.scheduled', ${at}, w.id, ${windowBody("scheduled")}
    FROM maintenance w
    WHERE w.id = ${own} AND w.series IS NULL AND w.notify_subscribers = 1 AND w.ends_at > ${at}`;
}

interface WindowNews {
  news: "rescheduled" | "cancelled";
  at: number;
}

/**
 * For announced windows that are not over. Call after saving new times or before deleting the window: the
 * cancellation outlives its row.
 */
export function insertMaintenanceNews(id: number, news: WindowNews): Statement {
  return insertNews(sql`w.id = ${id}`, news);
}

export function cancelOccurrences(seriesId: number, at: number): Statement {
  return insertNews(sql`w.series_id = ${seriesId} AND w.starts_at > ${at}`, { news: "cancelled", at });
}

function insertNews(which: SQL, { news, at }: WindowNews): Statement {
  const eventCount = sql`SELECT count(*) FROM public_events WHERE maintenance_id = w.id`;
  const owner = news === "cancelled" ? sql`NULL` : sql`w.id`;
  return sql`
    INSERT OR IGNORE INTO public_events (id, type, at, maintenance_id, body)
    SELECT 'maintenance-' || w.id || '-' || ${news} || '-' || (${eventCount}), 'maintenance.scheduled', ${at}, ${owner},
      ${windowBody(news)}
    FROM maintenance w WHERE ${which} AND w.notify_subscribers = 1 AND w.ends_at > ${at} AND (${eventCount}) > 0`;
}

/** Corrects the feeds too; subscribers keep what they were sent. */
export function correctUpdateInEvents(
  incidentId: number,
  { updateId, body }: { updateId: number; body: string },
): Statement {
  return sql`
    UPDATE public_events SET body = json_set(body, '$.updates', json((
      SELECT json_group_array(json(
        CASE WHEN value ->> 'id' = ${updateId} THEN json_set(value, '$.body', ${body}) ELSE value END))
      FROM json_each(public_events.body, '$.updates'))))
    WHERE incident_id = ${incidentId}`;
}

export function removeUpdateFromEvents(incidentId: number, updateId: number): Statement {
  return sql`
    UPDATE public_events SET body = json_set(body, '$.updates', json((
      SELECT json_group_array(json(value)) FROM json_each(public_events.body, '$.updates')
      WHERE value ->> 'id' <> ${updateId})))
    WHERE incident_id = ${incidentId}`;
}

export function correctTitleInEvents(incidentId: number, title: string): Statement {
  return sql`
    UPDATE public_events SET body = json_set(body, '$.title', ${title}) WHERE incident_id = ${incidentId}`;
}

/**
 * Hides incidents without a public monitor and withdrawn post-mortems. A cancelled window exists only as its
 * event.
 */
function isPublicEvent(on: ShownOn): SQL {
  const { body, incidentId, maintenanceId } = publicEvents;
  const pageIds = sql`(${body} ->> 'pageIds')`;
  return sql`(
    EXISTS (SELECT 1 FROM incidents WHERE incidents.id = ${incidentId} AND ${isPublicIncident(on)}
      AND (${publicEvents.type} <> 'incident.postmortem'
        OR incidents.post_mortem ->> 'publishedAt' IS NOT NULL))
    OR EXISTS (SELECT 1 FROM maintenance
      WHERE maintenance.id = ${maintenanceId} AND ${isPublicMaintenance(on)})
    OR (${body} ->> 'change' = 'cancelled' AND ((${body} ->> 'allMonitors' = 1 AND (${pageIds} IS NULL OR ${names(pageIds, on.pageId)})) OR EXISTS (
      SELECT 1 FROM json_each(${body}, '$.components') c WHERE c.value ->> 'id' IN (${idList(on.monitorIds)})))))`;
}

export async function readPublicEvents(
  db: Db,
  on: ShownOn,
  { types, limit }: { types: readonly NotifiedEventType[]; limit: number },
): Promise<PublicEventRow[]> {
  return await db
    .select(columns)
    .from(publicEvents)
    .where(and(inArray(publicEvents.type, [...types]), isPublicEvent(on)))
    .orderBy(desc(publicEvents.at), desc(publicEvents.updateId), desc(publicEvents.id))
    .limit(limit);
}

export async function readPublicEvent(db: Db, on: ShownOn, id: string): Promise<PublicEventRow | null> {
  const isPublic = and(eq(publicEvents.id, id), isPublicEvent(on));
  return (await db.select(columns).from(publicEvents).where(isPublic).get()) ?? null;
}

const DELETED_A_RUN = 500;

export function oldPublicEvents(before: number): DueRows {
  const ids = sql`SELECT id FROM public_events WHERE at < ${before} ORDER BY at LIMIT ${DELETED_A_RUN}`;
  return { table: publicEvents, where: sql`id IN (${ids})` };
}
