import type { z } from "zod";
import type { Maintenance, maintenanceChange, newMaintenance } from "../../../src/schema/maintenance.ts";
import { request } from "../../lib/api.ts";

const ROOT = "/api/v1/admin/maintenance";

type NewMaintenance = z.input<typeof newMaintenance>;

export async function listMaintenance(signal: AbortSignal): Promise<Maintenance[]> {
  return await request("GET", ROOT, { signal });
}

export async function getMaintenance(signal: AbortSignal, id: number): Promise<Maintenance> {
  return await request("GET", `${ROOT}/${id}`, { signal });
}

export async function createMaintenance(body: NewMaintenance): Promise<Maintenance> {
  return await request("POST", ROOT, { body });
}

export async function updateMaintenance(
  id: number,
  body: z.input<typeof maintenanceChange>,
): Promise<Maintenance> {
  return await request("PATCH", `${ROOT}/${id}`, { body });
}

export async function endMaintenance(id: number): Promise<Maintenance> {
  return await request("POST", `${ROOT}/${id}/end`);
}

type Times = Pick<Maintenance, "startsAt" | "endsAt">;

export async function skipOccurrence(
  { id, version }: Maintenance,
  occurrenceAt: number,
): Promise<Maintenance> {
  return await request("POST", `${ROOT}/${id}/occurrences/skip`, { body: { occurrenceAt, version } });
}

export async function restoreOccurrence(
  { id, version }: Maintenance,
  occurrenceAt: number,
): Promise<Maintenance> {
  return await request("POST", `${ROOT}/${id}/occurrences/restore`, { body: { occurrenceAt, version } });
}

export async function moveOccurrence(
  { id, version }: Maintenance,
  times: Times & { occurrenceAt: number },
): Promise<Maintenance> {
  return await request("POST", `${ROOT}/${id}/occurrences/move`, { body: { ...times, version } });
}

export async function removeMaintenance(id: number): Promise<void> {
  await request("DELETE", `${ROOT}/${id}`);
}
