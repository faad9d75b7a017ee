import type { z } from "zod";
import type {
  newOverride,
  newSchedule,
  OnCall,
  PersonReport,
  people,
  Schedule,
  ShiftResponse,
  scheduleChange,
  schedulePreview,
} from "../../../src/schema/schedule.ts";
import { request } from "../../lib/api.ts";

const ADMIN = "/api/v1/admin";
const ROOT = `${ADMIN}/schedules`;

export async function listSchedules(signal: AbortSignal): Promise<Schedule[]> {
  return await request("GET", ROOT, { signal });
}

export async function createSchedule(body: z.input<typeof newSchedule>): Promise<Schedule> {
  return await request("POST", ROOT, { body });
}

export async function updateSchedule(key: string, body: z.input<typeof scheduleChange>): Promise<Schedule> {
  return await request("PATCH", `${ROOT}/${key}`, { body });
}

export async function removeSchedule(key: string): Promise<void> {
  await request("DELETE", `${ROOT}/${key}`);
}

export async function addOverride(key: string, body: z.input<typeof newOverride>): Promise<void> {
  await request("POST", `${ROOT}/${key}/overrides`, { body });
}

export async function removeOverride(key: string, id: number): Promise<void> {
  await request("DELETE", `${ROOT}/${key}/overrides/${id}`);
}

export async function previewShifts(
  signal: AbortSignal,
  body: z.input<typeof schedulePreview>,
): Promise<ShiftResponse[]> {
  return await request("POST", `${ADMIN}/on-call/preview`, { body, signal });
}

export async function getAlertReport(
  query: { from: number; to: number; timezone: string },
  signal: AbortSignal,
): Promise<PersonReport[]> {
  return await request("GET", `${ADMIN}/on-call/report`, { query, signal });
}

export async function listOnCallPeople(signal: AbortSignal): Promise<z.output<typeof people>> {
  return await request("GET", `${ADMIN}/on-call/people`, { signal });
}

export async function getOnCall(signal: AbortSignal): Promise<OnCall> {
  return await request("GET", `${ADMIN}/on-call`, { signal });
}
