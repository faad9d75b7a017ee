import type { Statement } from "../../data/db.ts";
import {
  deleteUpdate,
  type IncidentUpdateRow,
  rewriteUpdate,
  type StoredIncident,
} from "../../data/incident.ts";
import { correctUpdateInEvents, removeUpdateFromEvents } from "../../data/public_event.ts";
import { decideChanges } from "../../domain/system/audit_changes.ts";
import { notFound } from "../../lib/errors.ts";
import type { Incident, NewIncidentUpdate } from "../../schema/incident.ts";
import type { Context } from "../context.ts";
import { pageChanged } from "../page/change.ts";
import { entityOf, recordUpdate } from "../system/audit.ts";
import { edit, objectOf } from "../system/version.ts";
import { announced, getIncident, getView } from "./incident.ts";

interface UpdateIds {
  incidentId: number;
  updateId: number;
}

/** Corrects a text. Nobody is told, and the incident is no newer for it. */
export async function correctIncidentUpdate(
  context: Context,
  which: UpdateIds,
  { body, locales, version }: Omit<NewIncidentUpdate, "status"> & { version?: number | undefined },
): Promise<Incident> {
  const { incidentId, updateId } = which;
  const isChanged = await editUpdate(context, which, version, ({ incident, update }) => {
    const path = `updates.${updateId}`;
    const changes = decideChanges(
      { [`${path}.body`]: update.body, [`${path}.locales`]: update.locales },
      { [`${path}.body`]: body, [`${path}.locales`]: locales },
    );
    if (Object.keys(changes).length === 0) return [];
    return [
      rewriteUpdate(context.db, updateId, { body, locales }),
      correctUpdateInEvents(incidentId, { updateId, body }),
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

/** The incident keeps its status, whichever update it came from. */
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
