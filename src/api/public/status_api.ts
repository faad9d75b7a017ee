import { type ZodType, z } from "zod";
import type { StatusPath } from "../../domain/page/status_parts.ts";
import { statusComponents, statusSummary } from "../../schema/status_api.ts";
import { limitStatusApi } from "../../service/access/public_limit.ts";
import { getStatusPart } from "../../service/page/status_api.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";
import { servedResponse } from "./served.ts";

const ROOT = "/api/v1/public";
const V2 = "/api/v2";
const MAX_AGE_SECS = 30;

function part(path: StatusPath, summary: string, schema: ZodType): Endpoint {
  return endpoint({
    method: "GET",
    area: "public",
    path,
    summary,
    response: { status: 200, schema },
    refuses: { 404: "It is disabled, or the page is private." },
    limit: limitStatusApi,
    isOpenToOrigins: true,
    handle: async ({ context, request }) =>
      servedResponse(request, await getStatusPart(context, path), {
        type: "application/json",
        maxAgeSecs: MAX_AGE_SECS,
      }),
  });
}

type V2Name = StatusPath extends infer Path
  ? Path extends `${typeof V2}/${infer Name}.json`
    ? Name
    : never
  : never;

const pageFields = z.looseObject({ id: z.string(), name: z.string(), url: z.string() });
const list = z.array(z.looseObject({ id: z.string(), name: z.string(), status: z.string() }));
const status = z.object({ indicator: z.string(), description: z.string() });

function statuspage(name: V2Name, what: string, shape: Record<string, ZodType>): Endpoint {
  const schema = z.object({ page: pageFields, ...shape });
  return part(`${V2}/${name}.json`, `${what} in the Statuspage format`, schema);
}

export const statusApiRoutes: readonly Endpoint[] = [
  part(`${ROOT}/summary.json`, "Get the page's status", statusSummary),
  part(`${ROOT}/components.json`, "Get the status of every component", statusComponents),
  statuspage("summary", "Get the summary", {
    components: list,
    incidents: list,
    scheduled_maintenances: list,
    status,
  }),
  statuspage("status", "Get the overall status", { status }),
  statuspage("components", "List components", { components: list }),
  statuspage("incidents", "List incidents", { incidents: list }),
  statuspage("incidents/unresolved", "List open incidents", { incidents: list }),
  statuspage("scheduled-maintenances", "List maintenance", { scheduled_maintenances: list }),
  statuspage("scheduled-maintenances/active", "List maintenance in progress", {
    scheduled_maintenances: list,
  }),
  statuspage("scheduled-maintenances/upcoming", "List planned maintenance", { scheduled_maintenances: list }),
];
