import type { z } from "zod";
import type { incidentTemplate } from "../../../src/schema/incident_template.ts";
import { request } from "../../lib/api.ts";

const ROOT = "/api/v1/admin/incident-templates";

export type IncidentTemplate = z.output<typeof incidentTemplate>;

export async function listIncidentTemplates(signal: AbortSignal): Promise<IncidentTemplate[]> {
  return await request("GET", ROOT, { signal });
}
