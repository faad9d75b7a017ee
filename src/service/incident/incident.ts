import { endAutoIncidents } from "../../data/auto_incident.ts";
import { guard, insertedId, type Statement, save, saveGuarded } from "../../data/db.ts";
import {
  deleteIncident,
  findIncident,
  type IncidentView,
  insertIncident,
  insertUpdate,
  isDraft,
  isThere,
  linkMonitors,
  listIncidents as listRows,
  publishIncidentRow,
  type StoredIncident,
  unlinkMonitors,
  updateIncidentRow,
} from "../../data/incident.ts";
import { correctTitleInEvents, insertIncidentEvent } from "../../data/public_event.ts";
import {
  findTimesProblem,
  formerOn,
  listSaid,
  overdueAtOf,
  parseEventId,
  toSaid,
} from "../../domain/incident/incident.ts";
import { DEFAULT_PAGE_ID } from "../../domain/page/site.ts";
import { decideChanges, listSettings } from "../../domain/system/audit_changes.ts";
import { AppError, invalid, notFound } from "../../lib/errors.ts";
import { givenOf, pick } from "../../lib/pick.ts";
import { pagingOf } from "../../schema/common.ts";
import type {
  ComponentWord,
  Incident,
  IncidentChange,
  IncidentQuery,
  NewIncident,
} from "../../schema/incident.ts";
import { pageChanged, shownPagesChanged } from "../announce/page.ts";
import type { Context } from "../context.ts";
import { entityOf, recordAudit, recordRemoval, recordUpdate } from "../record/audit.ts";
import { checkExist } from "../record/objects_exist.ts";
import { findPageIds, listPlacements, namePages, type Placements } from "../record/shown_on.ts";
import { edit, objectOf } from "../record/version.ts";
import { fanOutEvents } from "../subscriber/announce.ts";

export async function listIncidents(context: Context, query: IncidentQuery) {
  const paging = pagingOf(query);
  const { items, total } = await listRows(context.db, query, paging);
  const placements = await listPlacements(context);
  return { items: items.map((view) => toIncident(view, placements)), total, ...paging };
}

export async function getIncident(context: Context, id: number): Promise<Incident> {
  return toIncident(await getView(context, id), await listPlacements(context));
}

export async function createIncident(context: Context, wanted: NewIncident): Promise<Incident> {
  const { now } = context;
  const { title, status, impact, components, notifySubscribers, draft, body } = wanted;
  const monitorIds = joined(wanted.monitorIds, components);
  const startedAt = wanted.startedAt ?? now;
  const resolvedAt = status === "resolved" ? Math.max(now, startedAt) : null;
  checkTimes({ status, startedAt, resolvedAt }, now);
  await checkExist(context, "monitor", { monitorIds });
  const pageIds = await pageIdsFor(context, wanted.pageKeys);
  const row = {
    title,
    status,
    impact,
    notifySubscribers,
    draft,
    startedAt,
    resolvedAt,
    pageWide: monitorIds.length === 0,
    ...(pageIds && { pageIds }),
    publishedAt: draft ? null : now,
    createdAt: now,
    updatedAt: now,
    locales: partOf(wanted.locales, "title"),
    components: toSaid(components),
    nagHours: wanted.nagHours,
  };
  const results = await save(context.db, [
    insertIncident(context.db, row),
    recordAudit(context, {
      ...entityOf("incident", { id: "inserted", name: title }),
      action: "Create",
      details: { status, impact, draft, fields: listSettings({ ...wanted, startedAt }) },
    }),
    linkMonitors("newest", monitorIds),
    ...(body === ""
      ? []
      : [
          insertUpdate(context.db, "newest", {
            body,
            status,
            postedAt: now,
            components: row.components,
            locales: partOf(wanted.locales, "body"),
          }),
        ]),
    insertIncidentEvent("newest", { type: "incident.created", at: now }),
  ]);
  return await announced(context, insertedId(results));
}

export async function updateIncident(
  context: Context,
  id: number,
  { version, ...change }: IncidentChange,
): Promise<Incident> {
  const load = async () => await getView(context, id);
  const decide = async (before: IncidentView) => await decideChange(context, before, change);
  if (!(await edit(context, { object: objectOf("incident", id), version, load, decide })))
    return await getIncident(context, id);
  const { monitorIds, components, pageKeys } = change;
  const isMoved = monitorIds !== undefined || components !== undefined || pageKeys !== undefined;
  return await announced(context, id, { isMoved });
}

async function decideChange(
  context: Context,
  before: IncidentView,
  { monitorIds: wanted, components: words, pageKeys, ...rest }: Omit<IncidentChange, "version">,
): Promise<Statement[]> {
  const { id } = before;
  const given = givenOf(rest);
  checkTimes({ ...before, ...given }, context.now);
  const isMoved = wanted !== undefined || (words ?? []).length > 0;
  const monitorIds = isMoved ? joined(wanted ?? before.monitorIds, words ?? []) : undefined;
  await checkExist(context, "monitor", { monitorIds });
  const said = words ? toSaid(words) : before.components;
  const pageIds = await pageIdsFor(context, pageKeys);
  const after = {
    ...given,
    ...(pageIds && { pageIds }),
    ...(monitorIds && { monitorIds }),
    components: listSaid(said, monitorIds ?? before.monitorIds),
  };
  const known = { ...before, components: listSaid(before.components, before.monitorIds) };
  const changes = decideChanges(pick(known, after), after);
  if (Object.keys(changes).length === 0) return [];
  const { title = before.title } = rest;
  const hasNewTitle = title !== before.title;
  return [
    guard(isThere(id)),
    updateIncidentRow(context.db, id, {
      ...given,
      ...(pageIds && { pageIds }),
      components: toSaid(after.components),
      ...(monitorIds ? { pageWide: monitorIds.length === 0 } : {}),
      ...(monitorIds?.length === 0 ? { formerComponents: [] } : {}),
      // Translations of the old title would contradict the new one.
      ...(hasNewTitle && !rest.locales ? { locales: {} } : {}),
      updatedAt: context.now,
    }),
    ...(monitorIds ? [unlinkMonitors(context.db, id), linkMonitors(id, monitorIds)] : []),
    ...(hasNewTitle ? [correctTitleInEvents(id, title)] : []),
    ...recordUpdate(context, { ...entityOf("incident", { id, name: title }), changes }),
  ];
}

export async function removeIncident(context: Context, id: number): Promise<void> {
  const before = await getView(context, id);
  const opener = before.autoEventId === null ? null : parseEventId(before.autoEventId);
  await saveGuarded(context.db, notFound("incident"), [
    guard(isThere(id)),
    deleteIncident(context.db, id),
    // A repeated timer must not reopen an incident deleted by hand.
    ...(opener ? [endAutoIncidents(opener)] : []),
    ...recordRemoval(context, entityOf("incident", { id, name: before.title })),
  ]);
  if (!before.draft) await pageChanged(context.env);
}

export async function publishIncident(
  context: Context,
  id: number,
  { notifySubscribers }: { notifySubscribers?: boolean } = {},
): Promise<Incident> {
  const before = await getView(context, id);
  const isPublished = new AppError("conflict", "This incident is already published.");
  if (!before.draft) throw isPublished;
  const given = givenOf({ draft: false, notifySubscribers });
  await saveGuarded(context.db, isPublished, [
    guard(isDraft(id)),
    ...publishIncidentRow(context.db, id, { now: context.now, notifySubscribers }),
    insertIncidentEvent(id, { type: "incident.created", at: context.now }),
    ...recordUpdate(context, {
      ...entityOf("incident", { id, name: before.title }),
      changes: decideChanges(pick(before, given), given),
      details: { published: true },
    }),
  ]);
  return await announced(context, id);
}

export async function getView(context: Context, id: number): Promise<StoredIncident> {
  const view = await findIncident(context.db, id);
  if (!view) throw notFound("incident");
  return view;
}

/** A moved incident may also disappear from pages, so all of them are notified. */
export async function announced(context: Context, id: number, { isMoved = false } = {}): Promise<Incident> {
  const incident = await getIncident(context, id);
  if (!incident.draft) {
    await (isMoved ? pageChanged(context.env) : shownPagesChanged(context.env, incident.pages));
    context.waitUntil(fanOutEvents(context.env));
  }
  return incident;
}

async function pageIdsFor(
  context: Context,
  pageKeys: readonly string[] | undefined,
): Promise<number[] | undefined> {
  if (!pageKeys) return undefined;
  return pageKeys.length === 0 ? [DEFAULT_PAGE_ID] : await findPageIds(context, pageKeys);
}

function checkTimes(times: Parameters<typeof findTimesProblem>[0], now: number): void {
  const problem = findTimesProblem(times, now);
  if (problem) throw invalid(problem.message, [problem]);
}

function joined(monitorIds: readonly number[], words: readonly ComponentWord[]): number[] {
  return [...new Set([...monitorIds, ...words.map(({ monitorId }) => monitorId)])].sort((a, b) => a - b);
}

function partOf<Name extends "title" | "body">(
  locales: NewIncident["locales"],
  name: Name,
): Record<string, Partial<Record<Name, string>>> {
  const given = Object.entries(locales).filter(([, words]) => words[name] !== undefined);
  return Object.fromEntries(given.map(([code, words]) => [code, { [name]: words[name] }])) as Record<
    string,
    Partial<Record<Name, string>>
  >;
}

function toIncident(view: StoredIncident, placements: Placements): Incident {
  const { id, version, title, status, impact, draft, monitorIds, pageWide } = view;
  const { notifySubscribers, startedAt, resolvedAt, createdAt, updatedAt } = view;
  return {
    id,
    version,
    title,
    status,
    impact,
    draft,
    automatic: view.autoEventId !== null,
    monitorIds,
    pageWide,
    ...pagesOf(view, placements),
    components: listSaid(view.components, monitorIds),
    formerComponents: view.formerComponents.map(({ id, name }) => ({ id, name })),
    nagHours: view.nagHours,
    overdueAt: overdueAtOf(view),
    notifySubscribers,
    startedAt,
    resolvedAt,
    createdAt,
    updatedAt,
    locales: { ...view.locales },
    postMortem: view.postMortem && { ...view.postMortem, locales: { ...view.postMortem.locales } },
    updates: view.updates.map(({ id, body, status, postedAt, publishAt, components, locales }) => ({
      id,
      body,
      status,
      postedAt,
      publishAt,
      components: listSaid(components, publishAt === null ? monitorIds : Object.keys(components).map(Number)),
      locales: { ...locales },
    })),
  };
}

function pagesOf(
  { pageWide, pageIds, monitorIds, formerComponents }: StoredIncident,
  placements: Placements,
) {
  const shown = namePages(placements, { isEverything: pageWide, pageIds, monitorIds });
  const isShown = ({ id, key }: Placements[number]) =>
    shown.pages.includes(key) || formerOn(id, formerComponents).length > 0;
  return { ...shown, pages: placements.filter(isShown).map(({ key }) => key) };
}
