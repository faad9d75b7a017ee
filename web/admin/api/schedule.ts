import type { z } from "zod";
import type { OnCall, people, Schedule } from "../../../src/schema/schedule.ts";
import { request } from "../../lib/api.ts";

const ADMIN = "/api/v1/admin";
const ROOT = `${ADMIN}/schedules`;

export async function listSchedules(signal: AbortSignal): Promise<Schedule[]> {
  return await request("GET", ROOT, { signal });
}

export async function listOnCallPeople(signal: AbortSignal): Promise<z.output<typeof people>> {
  return await request("GET", `${ADMIN}/on-call/people`, { signal });
}

export async function getOnCall(signal: AbortSignal): Promise<OnCall> {
  return await request("GET", `${ADMIN}/on-call`, { signal });
}
