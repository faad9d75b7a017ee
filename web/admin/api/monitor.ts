import type { z } from "zod";
import type { ShortMonitor } from "../../../src/schema/listed_monitor.ts";
import type {
  heartbeatUrl,
  Monitor,
  manualStatus,
  monitorChange,
  monitorType,
  newMonitor,
} from "../../../src/schema/monitor.ts";
import type { MonitorBulkResponse, monitorBulk } from "../../../src/schema/monitor_bulk.ts";
import type { MonitorGlance } from "../../../src/schema/monitor_glance.ts";
import type { history, LastChecks, timeline } from "../../../src/schema/monitor_history.ts";
import type { checkResponse, monitorTest, monitorTestResponse } from "../../../src/schema/monitor_trial.ts";
import { request, requestSlices } from "../../lib/api.ts";

export const MONITORS = "/api/v1/admin/monitors";

export type MonitorType = z.output<typeof monitorType>;
export type MonitorTestResponse = z.output<typeof monitorTestResponse>;
type CheckResponse = z.output<typeof checkResponse>;
export type History = z.output<typeof history>;
export type Timeline = z.output<typeof timeline>;
export type Tag = Monitor["tags"][number];
type NewMonitor = z.input<typeof newMonitor>;
type MonitorChange = z.input<typeof monitorChange>;

export async function listMonitors(signal: AbortSignal): Promise<Monitor[]> {
  return await request("GET", MONITORS, { signal });
}

export function listShortMonitors(signal: AbortSignal): AsyncGenerator<ShortMonitor[]> {
  return requestSlices(`${MONITORS}/short`, { signal });
}

export async function listMonitorTypes(signal: AbortSignal): Promise<MonitorType[]> {
  return await request("GET", `${MONITORS}/types`, { signal });
}

export async function getMonitor(id: number, signal?: AbortSignal): Promise<Monitor> {
  return await request("GET", `${MONITORS}/${id}`, signal ? { signal } : {});
}

export async function createMonitor(body: NewMonitor): Promise<Monitor> {
  return await request("POST", MONITORS, { body });
}

export async function cloneMonitor(id: number, body: NewMonitor): Promise<Monitor> {
  return await request("POST", `${MONITORS}/${id}/clone`, { body });
}

export async function updateMonitor(id: number, body: MonitorChange): Promise<Monitor> {
  return await request("PATCH", `${MONITORS}/${id}`, { body });
}

export async function updateManualStatus(id: number, body: z.input<typeof manualStatus>): Promise<Monitor> {
  return await request("PUT", `${MONITORS}/${id}/status`, { body });
}

export async function removeMonitor(id: number): Promise<void> {
  await request("DELETE", `${MONITORS}/${id}`);
}

export async function updateMonitors(body: z.input<typeof monitorBulk>): Promise<MonitorBulkResponse> {
  return await request("POST", `${MONITORS}/bulk`, { body });
}

export async function updateMonitorPaused(id: number, isPaused: boolean): Promise<Monitor> {
  return await request("POST", `${MONITORS}/${id}/${isPaused ? "pause" : "resume"}`);
}

export async function updateMonitorDependencies(
  id: number,
  dependsOnIds: readonly number[],
): Promise<{ dependsOnIds: number[]; version: number }> {
  return await request("PUT", `${MONITORS}/${id}/dependencies`, { body: { dependsOnIds } });
}

export async function checkMonitorNow(id: number, from: "home" | "all" = "home"): Promise<CheckResponse> {
  return await request("POST", `${MONITORS}/${id}/check-now`, { query: { from } });
}

export async function testMonitor(body: z.input<typeof monitorTest>): Promise<MonitorTestResponse> {
  return await request("POST", `${MONITORS}/test`, { body });
}

export async function resetHeartbeat(id: number): Promise<z.output<typeof heartbeatUrl>> {
  return await request("POST", `${MONITORS}/${id}/reset-token`);
}

export async function getHistory(
  signal: AbortSignal,
  { id, ...query }: { id: number; hours: number; buckets: number; from?: number; to?: number },
): Promise<History> {
  return await request("GET", `${MONITORS}/${id}/history`, { signal, query });
}

export async function getLastChecks(
  signal: AbortSignal,
  { id, limit }: { id: number; limit: number },
): Promise<LastChecks> {
  return await request("GET", `${MONITORS}/${id}/checks`, { signal, query: { limit } });
}

export async function listGlances(signal: AbortSignal, ids: readonly number[]): Promise<MonitorGlance[]> {
  return await request("GET", `${MONITORS}/glances`, { signal, query: { ids: ids.join(",") } });
}

export async function getTimeline(
  signal: AbortSignal,
  { id, from }: { id: number; from: number },
): Promise<Timeline> {
  return await request("GET", `${MONITORS}/${id}/timeline`, { signal, query: { from } });
}
