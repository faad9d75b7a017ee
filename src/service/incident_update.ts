import { save } from "../data/db.ts";
import { deleteUpdate, type IncidentView, rewriteUpdate } from "../data/incident.ts";
import { correctUpdateInEvents, removeUpdateFromEvents } from "../data/public_event.ts";
import { notFound } from "../lib/errors.ts";
import type { Incident } from "../schema/incident.ts";
import type { Context } from "./context.ts";
import { announced, getView, recordIncident } from "./incident.ts";
import { pageChanged } from "./page_change.ts";

interface Which {
  incidentId: number;
  updateId: number;
}

/** Corrects a text. Nobody is told, and the incident is no newer for it. */
export async function correctIncidentUpdate(context: Context, which: Which, body: string): Promise<Incident> {
  const { incidentId, updateId } = which;
  const before = await getWithUpdate(context, which);
  await save(context.db, [
    rewriteUpdate(context.db, updateId, body),
    correctUpdateInEvents(incidentId, { updateId, body }),
    recordIncident(context, "Update", before, { correctedUpdate: updateId }),
  ]);
  return await announced(context, incidentId);
}

/** The incident keeps its status, whichever update it came from. */
export async function removeIncidentUpdate(context: Context, which: Which): Promise<void> {
  const { incidentId, updateId } = which;
  const before = await getWithUpdate(context, which);
  await save(context.db, [
    deleteUpdate(context.db, updateId),
    removeUpdateFromEvents(incidentId, updateId),
    recordIncident(context, "Update", before, { removedUpdate: updateId }),
  ]);
  if (!before.draft) await pageChanged(context.env);
}

async function getWithUpdate(context: Context, { incidentId, updateId }: Which): Promise<IncidentView> {
  const view = await getView(context, incidentId);
  if (!view.updates.some(({ id }) => id === updateId)) throw notFound("update of this incident");
  return view;
}
