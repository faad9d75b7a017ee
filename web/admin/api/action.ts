import type { z } from "zod";
import type {
  Action,
  ActionRun,
  ActionRunQuery,
  actionChange,
  actionLinks,
  actionLinksChange,
  actionRunPage,
  newAction,
} from "../../../src/schema/action.ts";
import { request } from "../../lib/api.ts";

const ROOT = "/api/v1/admin/actions";
const MONITORS = "/api/v1/admin/monitors";

type ActionLinks = z.output<typeof actionLinks>;
export type RunFilter = { [Name in keyof ActionRunQuery]?: string | number | undefined };

export async function listActions(signal: AbortSignal): Promise<Action[]> {
  return await request("GET", ROOT, { signal });
}

export async function getAction(signal: AbortSignal, id: number): Promise<Action> {
  return await request("GET", `${ROOT}/${id}`, { signal });
}

export async function createAction(body: z.input<typeof newAction>): Promise<Action> {
  return await request("POST", ROOT, { body });
}

export async function updateAction(id: number, body: z.input<typeof actionChange>): Promise<Action> {
  return await request("PATCH", `${ROOT}/${id}`, { body });
}

export async function removeAction(id: number): Promise<void> {
  await request("DELETE", `${ROOT}/${id}`);
}

export async function runAction(id: number, monitorId: number | undefined): Promise<ActionRun> {
  return await request("POST", `${ROOT}/${id}/run`, { body: { monitorId } });
}

export async function listRuns(
  signal: AbortSignal,
  filter: RunFilter,
): Promise<z.output<typeof actionRunPage>> {
  return await request("GET", `${ROOT}/runs`, { signal, query: filter });
}

export async function getRun(id: number, signal?: AbortSignal): Promise<ActionRun> {
  return await request("GET", `${ROOT}/runs/${id}`, signal ? { signal } : {});
}

export async function retryRun(id: number): Promise<ActionRun> {
  return await request("POST", `${ROOT}/runs/${id}/retry`);
}

export async function cancelRun(id: number): Promise<ActionRun> {
  return await request("POST", `${ROOT}/runs/${id}/cancel`);
}

export async function getMonitorActions(signal: AbortSignal, monitorId: number): Promise<ActionLinks> {
  return await request("GET", `${MONITORS}/${monitorId}/actions`, { signal });
}

export async function updateMonitorActions(
  monitorId: number,
  links: z.input<typeof actionLinksChange>,
): Promise<ActionLinks> {
  return await request("PUT", `${MONITORS}/${monitorId}/actions`, { body: links });
}
