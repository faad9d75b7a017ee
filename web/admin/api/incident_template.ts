import type { z } from "zod";
import type {
  FilledTemplate,
  IncidentTemplate,
  incidentTemplateChange,
  newIncidentTemplate,
} from "../../../src/schema/incident_template.ts";
import { request } from "../../lib/api.ts";

const ROOT = "/api/v1/admin/incident-templates";

export async function listIncidentTemplates(signal: AbortSignal): Promise<IncidentTemplate[]> {
  return await request("GET", ROOT, { signal });
}

export async function createIncidentTemplate(
  body: z.input<typeof newIncidentTemplate>,
): Promise<IncidentTemplate> {
  return await request("POST", ROOT, { body });
}

export async function updateIncidentTemplate(
  id: number,
  body: z.input<typeof incidentTemplateChange>,
): Promise<IncidentTemplate> {
  return await request("PATCH", `${ROOT}/${id}`, { body });
}

export async function removeIncidentTemplate(id: number): Promise<void> {
  await request("DELETE", `${ROOT}/${id}`);
}

export async function getFilledTemplate(
  signal: AbortSignal,
  id: number,
  query: { monitorIds: readonly number[]; since?: number; status?: "down" | "up" },
): Promise<FilledTemplate> {
  const { monitorIds, ...rest } = query;
  return await request("GET", `${ROOT}/${id}/filled`, {
    signal,
    query: { ...rest, monitorIds: monitorIds.join(",") || undefined },
  });
}
