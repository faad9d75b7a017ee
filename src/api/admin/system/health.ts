import { systemHealth } from "../../../schema/system_health.ts";
import { getSystemHealth } from "../../../service/system/health.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

export const systemRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/admin/system-health",
    area: "system",
    summary: "Get the system health",
    response: { status: 200, schema: systemHealth },
    handle: async ({ context }) => await getSystemHealth(context),
  }),
];
