import { log } from "../lib/log.ts";
import type { Incident } from "../schema/incident.ts";
import type { Context } from "./context.ts";

export type IncidentEvent =
  | "incident.created"
  | "incident.updated"
  | "incident.resolved"
  | "incident.removed";

/**
 * Called once after every change that a visitor can see, silent corrections among them: the page and its stream are
 * told from here. What subscribers are told was written with the change itself, in `public_events`.
 */
export function announceIncident(
  _context: Context,
  event: IncidentEvent,
  incident: Pick<Incident, "id">,
): void {
  log("debug", "the page has changed", { event, incidentId: incident.id });
}

/** The same for a maintenance window, planned, changed, ended or removed. */
export function announceMaintenance(_context: Context, maintenanceId: number): void {
  log("debug", "the page has changed", { event: "maintenance.updated", maintenanceId });
}
