import type { Db } from "../../data/db.ts";
import type { IncidentView } from "../../data/incident.ts";
import { type PublicEventRow, readPublicEvent, readPublicEvents } from "../../data/public_event.ts";
import {
  readMonitorIncidents,
  readPublicIncident,
  readPublicIncidents,
  readPublicMaintenance,
  readPublicMaintenances,
  readPublicPlans,
  type ShownOn,
} from "../../data/public_incident.ts";
import { listPublicNames } from "../../data/public_name.ts";
import { formerOn, saidOf, withStatuses } from "../../domain/incident/incident.ts";
import {
  type IncidentSnapshot,
  isMaintenanceType,
  type MaintenanceSnapshot,
  type PublicFact,
} from "../../domain/incident/public_fact.ts";
import type { SeriesWindow } from "../../domain/incident/series.ts";
import type { WordedWindow } from "../../domain/incident/window_words.ts";
import { type IncidentWords, wordsIn } from "../../domain/incident/wording.ts";
import { toPlaced, toPublicMaintenance } from "../../domain/page/snapshot.ts";
import type { NotifiedEventType } from "../../schema/incident_status.ts";
import type { PublicIncident } from "../../schema/public_page.ts";

export interface PublicScope extends ShownOn {
  baseUrl: string;
  locale?: string;
}

interface IncidentOptions {
  filter?: "all" | "active" | "resolved";
  from?: number;
  to?: number;
  order?: "started" | "updated";
  limit?: number;
  page?: number;
  isCounted?: boolean;
}

export async function listPublicIncidents(
  db: Db,
  scope: PublicScope,
  options: IncidentOptions = {},
): Promise<{ items: PublicIncident[]; total: number; words: IncidentWords }> {
  const defaults = { filter: "all", order: "started", limit: 50, page: 1 } as const;
  const { items, total } = await readPublicIncidents(db, scope, { ...defaults, ...options });
  const names = await publicNames(db, scope, items);
  return { items: items.map((view) => toPublicIncident(view, scope, names)), total, words: wordsOf(items) };
}

export async function listMonitorIncidents(
  db: Db,
  scope: PublicScope,
  wanted: { monitorId: number; endsAfter: number; limit: number },
): Promise<PublicIncident[]> {
  const views = await readMonitorIncidents(db, scope, wanted);
  const names = await publicNames(db, scope, views);
  return views.map((view) => toPublicIncident(view, scope, names));
}

export async function findPublicIncident(
  db: Db,
  scope: PublicScope,
  id: number,
): Promise<PublicIncident | null> {
  const view = await readPublicIncident(db, scope, id);
  return view && toPublicIncident(view, scope, await publicNames(db, scope, [view]));
}

export function wordsOf(views: readonly IncidentView[]): IncidentWords {
  const hasWords = (locales: object) => Object.keys(locales).length > 0;
  const published = ({ postMortem }: IncidentView) =>
    postMortem && postMortem.publishedAt !== null ? postMortem.locales : {};
  const worded = views.filter(
    (view) =>
      hasWords(view.locales) ||
      hasWords(published(view)) ||
      view.updates.some((update) => hasWords(update.locales)),
  );
  return Object.fromEntries(
    worded.map((view) => [
      view.id,
      {
        title: view.locales,
        updates: Object.fromEntries(view.updates.map((update) => [update.id, update.locales])),
        postMortem: published(view),
      },
    ]),
  );
}

export async function listPublicMaintenances(
  db: Db,
  scope: PublicScope,
  { now, span }: { now: number; span?: { from: number; to: number } },
): Promise<WordedWindow[]> {
  const rows = await readPublicMaintenances(db, scope, { now, ...(span ?? { endsAfter: now }) });
  const names = await publicNames(db, scope, rows);
  return rows.map((row) => toPublicMaintenance(row, { baseUrl: scope.baseUrl, names, now }));
}

export interface PublicPlan {
  maintenance: WordedWindow;
  series: SeriesWindow | null;
}

export async function listPublicPlans(
  db: Db,
  scope: PublicScope,
  { now, from }: { now: number; from: number },
): Promise<PublicPlan[]> {
  const rows = await readPublicPlans(db, scope, { now, from });
  const names = await publicNames(db, scope, rows);
  return rows.map((row) => ({
    maintenance: toPublicMaintenance(row, { baseUrl: scope.baseUrl, names, now }),
    series: row.series && { startsAt: row.startsAt, endsAt: row.endsAt, series: row.series },
  }));
}

export async function listPublicMaintenance(
  db: Db,
  scope: PublicScope,
  { id, now }: { id: number; now: number },
): Promise<WordedWindow | null> {
  const row = await readPublicMaintenance(db, scope, { id, now });
  if (!row) return null;
  const names = await publicNames(db, scope, [row]);
  return toPublicMaintenance(row, { baseUrl: scope.baseUrl, names, now });
}

async function publicNames(
  db: Db,
  { monitorIds }: PublicScope,
  rows: readonly { monitorIds: readonly number[] }[],
): Promise<Map<number, string>> {
  const placed = new Set(monitorIds);
  const linked = new Set(rows.flatMap((row) => row.monitorIds));
  return await listPublicNames(
    db,
    [...linked].filter((id) => placed.has(id)),
  );
}

function postMortemOf(
  { id, postMortem }: IncidentView,
  { baseUrl, locale }: PublicScope,
): Pick<PublicIncident, "postMortem"> {
  if (!postMortem || postMortem.publishedAt === null) return {};
  const { body, locales, publishedAt } = postMortem;
  return {
    postMortem: {
      body: wordsIn(locales, locale).body ?? body,
      publishedAt: toTime(publishedAt),
      url: `${baseUrl}/incidents/${id}/post-mortem`,
    },
  };
}

function toPublicIncident(
  view: IncidentView,
  scope: PublicScope,
  names: ReadonlyMap<number, string>,
): PublicIncident {
  const { id, title, status, impact, startedAt, resolvedAt, publishedAt, createdAt, updatedAt } = view;
  const { baseUrl, locale } = scope;
  const placed = toPlaced(view.monitorIds, names);
  const former = formerOn(scope.pageId, view.formerComponents);
  return {
    id,
    title: wordsIn(view.locales, locale).title ?? title,
    status,
    impact,
    startedAt: toTime(startedAt),
    resolvedAt: resolvedAt === null ? null : toTime(resolvedAt),
    // The time a draft was written is not public.
    createdAt: toTime(publishedAt ?? createdAt),
    updatedAt: toTime(updatedAt),
    url: `${baseUrl}/incidents/${id}`,
    components: [...withStatuses(placed, view.components, status), ...former],
    updates: view.updates.map(({ id, body, status, postedAt, locales, components }) => ({
      id,
      body: wordsIn(locales, locale).body ?? body,
      status,
      postedAt: toTime(postedAt),
      ...saidWith(saidOf([...placed, ...former], components)),
    })),
    ...postMortemOf(view, scope),
  };
}

function saidWith<T>(components: readonly T[]): { components?: T[] } {
  return components.length > 0 ? { components: [...components] } : {};
}

function toTime(ms: number): string {
  return new Date(ms).toISOString();
}

export async function listPublicFacts(
  db: Db,
  { types, limit, ...on }: ShownOn & { types: readonly NotifiedEventType[]; limit: number },
): Promise<PublicFact[]> {
  const rows = await readPublicEvents(db, on, { types, limit });
  const names = await readNames(db, rows, on.monitorIds);
  return rows.map((row) => toFact(row, names, on));
}

export async function findPublicFact(
  db: Db,
  { id, ...on }: ShownOn & { id: string },
): Promise<PublicFact | null> {
  const row = await readPublicEvent(db, on, id);
  return row && toFact(row, await readNames(db, [row], on.monitorIds), on);
}

/** Current names: a stored name may be internal by now. */
async function readNames(
  db: Db,
  rows: readonly PublicEventRow[],
  monitorIds: readonly number[],
): Promise<Map<number, string>> {
  const placed = new Set(monitorIds);
  const named = new Set(rows.flatMap((row) => subjectOf(row).components.map(({ id }) => id)));
  return await listPublicNames(
    db,
    [...named].filter((id) => placed.has(id)),
  );
}

function subjectOf({ body }: PublicEventRow): IncidentSnapshot & MaintenanceSnapshot {
  return body as IncidentSnapshot & MaintenanceSnapshot;
}

function toFact(row: PublicEventRow, names: ReadonlyMap<number, string>, on: ShownOn): PublicFact {
  const { id, type, at, updateId, former } = row;
  const subject = subjectOf(row);
  const isEverything = isMaintenanceType(type) && subject.allMonitors;
  const components = isEverything
    ? []
    : toPlaced(
        subject.components.map(({ id }) => id),
        names,
      );
  if (isMaintenanceType(type)) {
    return { id, type, at, news: subject.change ?? "scheduled", subject: { ...subject, components } };
  }
  const update = subject.updates.find((one) => one.id === updateId) ?? null;
  const affected = [
    ...withStatuses(components, subject.said ?? {}, subject.status),
    ...formerOn(on.pageId, former),
  ];
  return { id, type, at, subject: { ...subject, components: affected }, update };
}
