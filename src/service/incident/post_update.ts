import { guard, openDb, type Statement, saveGuarded } from "../../data/db.ts";
import {
  type IncidentUpdateRow,
  type IncidentView,
  insertUpdate,
  isThere,
  listDueUpdates,
  moveIncident,
  rewriteUpdate,
  type StoredIncident,
  sayComponents,
} from "../../data/incident.ts";
import { insertIncidentEvent } from "../../data/public_event.ts";
import { findPlanProblem, toSaid } from "../../domain/incident/incident.ts";
import { type Changes, decideChanges } from "../../domain/system/audit_changes.ts";
import type { Env } from "../../env.ts";
import { AppError, invalid, notFound } from "../../lib/errors.ts";
import { log } from "../../lib/log.ts";
import type { ComponentWord, Incident, NewIncidentUpdate } from "../../schema/incident.ts";
import type { IncidentStatus } from "../../schema/incident_status.ts";
import type { Context } from "../context.ts";
import { entityOf, recordUpdate } from "../record/audit.ts";
import { checkExist } from "../record/objects_exist.ts";
import { edit, objectOf } from "../record/version.ts";
import { asService } from "./as_service.ts";
import { announced, getIncident, getView } from "./incident.ts";

export async function postIncidentUpdate(
  context: Context,
  id: number,
  wanted: NewIncidentUpdate,
  { notify = true }: { notify?: boolean } = {},
): Promise<Incident> {
  const before = await getView(context, id);
  await checkComponentsExist(context, wanted.components);
  if (wanted.publishAt !== null) return await planUpdate(context, before, wanted);
  const { now } = context;
  const { body, status, locales } = wanted;
  const components = toSaid(wanted.components);
  await saveGuarded(context.db, notFound("incident"), [
    guard(isThere(id)),
    insertUpdate(context.db, id, { body, status, postedAt: now, locales, components }),
    moveIncident(id, { status, now }),
    ...sayComponents(id, components),
    ...(notify ? [insertIncidentEvent(id, { type: newsOf(status), at: now })] : []),
    ...recordUpdate(context, {
      ...entityOf("incident", { id, name: before.title }),
      changes: postedChanges(before, wanted),
      details: { update: status },
    }),
  ]);
  return await announced(context, id, { isMoved: wanted.components.length > 0 });
}

export function postedChanges(
  before: Pick<IncidentView, "status">,
  { body, status, components = [] }: Pick<NewIncidentUpdate, "body" | "status"> & Partial<NewIncidentUpdate>,
): Changes {
  const said = components.length > 0 ? { components } : {};
  return decideChanges({ status: before.status }, { status, updates: [{ status, body, ...said }] });
}

async function planUpdate(
  context: Context,
  { id, title }: StoredIncident,
  { body, status, locales, components, publishAt }: NewIncidentUpdate,
): Promise<Incident> {
  const at = planTime(publishAt, context.now);
  const plan = { status, publishAt: at, body, ...(components.length > 0 && { components }) };
  await saveGuarded(context.db, notFound("incident"), [
    guard(isThere(id)),
    insertUpdate(context.db, id, {
      body,
      status,
      locales,
      components: toSaid(components),
      postedAt: at,
      publishAt: at,
    }),
    ...recordUpdate(context, {
      ...entityOf("incident", { id, name: title }),
      changes: decideChanges({}, { updates: [plan] }),
      details: { plannedUpdate: status },
    }),
  ]);
  return await getIncident(context, id);
}

export function planTime(publishAt: number | null, now: number): number {
  const problem = findPlanProblem(publishAt, now);
  if (problem || publishAt === null) throw invalid(problem?.message ?? "", problem ? [problem] : []);
  return publishAt;
}

export async function checkComponentsExist(
  context: Context,
  components: readonly ComponentWord[],
): Promise<void> {
  const monitorIds = components.map(({ monitorId }) => monitorId);
  await checkExist(context, "monitor", { monitorIds });
}

export async function publishDueUpdates(env: Env, now: number): Promise<void> {
  for (const due of await listDueUpdates(openDb(env.DB), now)) {
    try {
      await asService(env, now, async (context) => await publishPlanned(context, due));
    } catch (error) {
      if (error instanceof AppError && error.code === "not_found") continue;
      log("error", "failed to post a scheduled update", { update: due.id, error });
    }
  }
}

/** Published once, however many runs try: the batch checks that the incident is unchanged. */
async function publishPlanned(
  context: Context,
  { id: updateId, incidentId }: Pick<IncidentUpdateRow, "id" | "incidentId">,
): Promise<void> {
  const isPosted = await edit(context, {
    object: objectOf("incident", incidentId),
    version: undefined,
    load: async () => await getView(context, incidentId),
    decide: async (incident) => {
      const update = incident.updates.find(({ id }) => id === updateId);
      const isDue = update && update.publishAt !== null && update.publishAt <= context.now;
      return isDue ? publication(context, incident, update) : [];
    },
  });
  if (isPosted) await announced(context, incidentId, { isMoved: true });
}

function publication(context: Context, incident: StoredIncident, update: IncidentUpdateRow): Statement[] {
  const { now } = context;
  const { id: updateId, status, components } = update;
  const { id, title } = incident;
  return [
    rewriteUpdate(context.db, updateId, { publishAt: null, postedAt: now }),
    moveIncident(id, { status, now }),
    ...sayComponents(id, components),
    insertIncidentEvent(id, { type: newsOf(status), at: now, updateId }),
    ...recordUpdate(context, {
      ...entityOf("incident", { id, name: title }),
      changes: decideChanges(
        { status: incident.status, [`updates.${updateId}.publishAt`]: update.publishAt },
        { status },
      ),
      details: { update: status, publishedUpdate: updateId },
    }),
  ];
}

function newsOf(status: IncidentStatus): "incident.resolved" | "incident.updated" {
  return status === "resolved" ? "incident.resolved" : "incident.updated";
}
