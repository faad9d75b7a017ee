import { dashboard, dashboardTrends } from "../../../schema/dashboard.ts";
import { getDashboard } from "../../../service/system/dashboard.ts";
import { getTrends } from "../../../service/uptime/trends.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

export const dashboardRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/admin/dashboard",
    area: "monitors",
    summary: "Get the dashboard",
    response: { status: 200, schema: dashboard },
    handle: async ({ context }) => await getDashboard(context),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/admin/dashboard/trends",
    area: "monitors",
    summary: "Get 30 days of uptime and 24 hours of response times over all monitors",
    description: "Updated every five minutes.",
    response: { status: 200, schema: dashboardTrends },
    handle: async ({ context }) => await getTrends(context),
  }),
];
