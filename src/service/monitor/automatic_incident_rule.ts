import { findIncidentTemplate } from "../../data/incident_template.ts";
import { needsIncidentsWrite } from "../../domain/incident/incident.ts";
import { AppError, invalidField, noneWithId } from "../../lib/errors.ts";
import { type Context, mayUse } from "../context.ts";

type Rule = Parameters<typeof needsIncidentsWrite>[1];

export function checkMayAutoIncident(context: Context, before: Rule | null, after: Rule): void {
  if (!needsIncidentsWrite(before, after) || mayUse(context, "incidents:write")) return;
  throw new AppError("forbidden", "This API token needs the incidents:write permission.");
}

export async function checkTemplateExists(context: Context, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined || (await findIncidentTemplate(context.db, id))) return;
  throw invalidField("autoIncidentTemplateId", noneWithId("incident template", id));
}
