import type { Statement } from "../../data/db.ts";
import {
  deleteUpdate,
  type IncidentUpdateRow,
  rewriteUpdate,
  type StoredIncident,
} from "../../data/incident.ts";
import { correctUpdateInEvents, removeUpdateFromEvents } from "../../data/public_event.ts";
import { toSaid } from "../../domain/incident/incident.ts";
import { decideChanges } from "../../domain/system/audit_changes.ts";
import { AppError, notFound } from "../../lib/errors.ts";
import { pick } from "../../lib/pick.ts";
import type { Incident, IncidentUpdateChange } from "../../schema/incident.ts";
import { pageChanged } from "../announce/page.ts";
import type { Context } from "../context.ts";
import { entityOf, recordUpdate } from "../record/audit.ts";
import { edit, objectOf } from "../record/version.ts";
import { announced, getIncident, getView } from "./incident.ts";
import { checkComponentsExist, planTime } from "./post_update.ts";

type UpdateChange = Omit<IncidentUpdateChange, "version">;

interface UpdateIds {
  incidentId: number;
  updateId: number;
}

export async function correctIncidentUpdate(
  context: Context,
  which: UpdateIds,
  { version, ...change }: IncidentUpdateChange,
): Promise<Incident> {
  const { incidentId, updateId } = which;
  await checkComponentsExist(context, change.components ?? []);
  const isChanged = await editUpdate(context, which, version, ({ incident, update }) => {
    const after = update.publishAt === null ? corrected(change) : planned(change, update, context.now);
    const toPaths = (values: object) =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [`updates.${updateId}.${name}`, value]),
      );
    const changes = decideChanges(toPaths(pick(update, after)), toPaths(after));
    if (Object.keys(changes).length === 0) return [];
    return [
      rewriteUpdate(context.db, updateId, after),
      correctUpdateInEvents(incidentId, { updateId, body: change.body }),
      ...recordUpdate(context, {
        ...entityOf("incident", { id: incidentId, name: incident.title }),
        changes,
        details: { correctedUpdate: updateId },
      }),
    ];
  });
  if (!isChanged) return await getIncident(context, incidentId);
  return await announced(context, incidentId);
}

function corrected({ body, locales, components, publishAt }: UpdateChange) {
  if (components === undefined && publishAt === undefined) return { body, locales };
  throw new AppError("conflict", "This update is posted: only its text can be edited.");
}

function planned(change: UpdateChange, before: IncidentUpdateRow, now: number) {
  const { body, locales, status = before.status, components, publishAt } = change;
  const at =
    publishAt === undefined || publishAt === before.publishAt ? before.postedAt : planTime(publishAt, now);
  return {
    body,
    locales,
    status,
    components: components ? toSaid(components) : before.components,
    publishAt: at,
    postedAt: at,
  };
}

export async function removeIncidentUpdate(context: Context, which: UpdateIds): Promise<void> {
  const { incidentId, updateId } = which;
  await editUpdate(context, which, undefined, ({ incident, update: { status, body } }) => [
    deleteUpdate(context.db, updateId),
    removeUpdateFromEvents(incidentId, updateId),
    ...recordUpdate(context, {
      ...entityOf("incident", { id: incidentId, name: incident.title }),
      changes: decideChanges({ [`updates.${updateId}`]: { status, body } }, {}),
      details: { removedUpdate: updateId },
    }),
  ]);
  const { draft } = await getView(context, incidentId);
  if (!draft) await pageChanged(context.env);
}

async function editUpdate(
  context: Context,
  { incidentId, updateId }: UpdateIds,
  version: number | undefined,
  decide: (before: { incident: StoredIncident; update: IncidentUpdateRow }) => Statement[],
): Promise<boolean> {
  return await edit(context, {
    object: objectOf("incident", incidentId),
    version,
    load: async () => await getView(context, incidentId),
    decide: async (incident) => {
      const update = incident.updates.find(({ id }) => id === updateId);
      if (!update) throw notFound("update of this incident");
      return decide({ incident, update });
    },
  });
}
