import type { LiveMessage } from "../domain/live_message.ts";
import { settingsOf } from "../env.ts";
import type { Context } from "./context.ts";
import { listPlacedIds } from "./layout.ts";
import { pageChanged } from "./page_change.ts";
import { findPublicIncident } from "./public_incident.ts";

export type IncidentEvent =
  | "incident.created"
  | "incident.updated"
  | "incident.resolved"
  | "incident.removed";

/**
 * Called once after every change that a visitor can see, silent corrections among them: the page and its stream are
 * told from here. What subscribers are told was written with the change itself, in `public_events`.
 */
export async function announceIncident(context: Context, event: IncidentEvent, id: number): Promise<void> {
  await pageChanged(context.env, await messagesFor(context, event, id));
}

/** One that concerns nothing public is nobody's business. */
async function messagesFor(context: Context, event: IncidentEvent, id: number): Promise<LiveMessage[]> {
  const scope = {
    monitorIds: [...(await listPlacedIds(context))],
    baseUrl: settingsOf(context.env).publicUrl ?? "",
  };
  const data = await findPublicIncident(context.db, scope, id);
  if (!data) return [];
  return [{ event: event === "incident.created" ? "incident.created" : "incident.updated", data }];
}
