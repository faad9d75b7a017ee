import type { z } from "zod";
import type { ListSort } from "../../../src/schema/common.ts";
import type {
  Incident,
  incidentChange,
  incidentPage,
  incidentUpdateChange,
  newIncident,
  newIncidentUpdate,
  writtenPostMortem,
} from "../../../src/schema/incident.ts";
import { request } from "../../lib/api.ts";

const ROOT = "/api/v1/admin/incidents";

export interface IncidentFilter {
  state?: string | undefined;
  monitorId?: string | undefined;
  search?: string | undefined;
  sort?: ListSort | undefined;
  page: number;
  limit?: number;
}

const PAGE_SIZE = 25;

export async function listIncidents(
  signal: AbortSignal,
  filter: IncidentFilter,
): Promise<z.output<typeof incidentPage>> {
  return await request("GET", ROOT, { signal, query: { ...filter, limit: filter.limit ?? PAGE_SIZE } });
}

export async function getIncident(signal: AbortSignal, id: number): Promise<Incident> {
  return await request("GET", `${ROOT}/${id}`, { signal });
}

export async function createIncident(body: z.input<typeof newIncident>): Promise<Incident> {
  return await request("POST", ROOT, { body });
}

export async function updateIncident(id: number, body: z.input<typeof incidentChange>): Promise<Incident> {
  return await request("PATCH", `${ROOT}/${id}`, { body });
}

export async function removeIncident(id: number): Promise<void> {
  await request("DELETE", `${ROOT}/${id}`);
}

export async function publishIncident(id: number): Promise<Incident> {
  return await request("POST", `${ROOT}/${id}/publish`);
}

export async function savePostMortem(id: number, body: z.input<typeof writtenPostMortem>): Promise<Incident> {
  return await request("PUT", `${ROOT}/${id}/post-mortem`, { body });
}

export async function removePostMortem(id: number): Promise<void> {
  await request("DELETE", `${ROOT}/${id}/post-mortem`);
}

export async function postIncidentUpdate(
  id: number,
  body: z.input<typeof newIncidentUpdate>,
): Promise<Incident> {
  return await request("POST", `${ROOT}/${id}/updates`, { body });
}

export async function correctIncidentUpdate(
  id: number,
  { updateId, ...body }: { updateId: number } & z.input<typeof incidentUpdateChange>,
): Promise<Incident> {
  return await request("PATCH", `${ROOT}/${id}/updates/${updateId}`, { body });
}

export async function removeIncidentUpdate(id: number, updateId: number): Promise<void> {
  await request("DELETE", `${ROOT}/${id}/updates/${updateId}`);
}
