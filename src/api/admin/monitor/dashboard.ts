import { dashboard } from "../../../schema/dashboard.ts";
import { getDashboard } from "../../../service/system/dashboard.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

export const dashboardRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/admin/dashboard",
    area: "monitors",
    summary: "Read what the panel's dashboard begins with",
    answer: { status: 200, schema: dashboard },
    handle: async ({ context }) => await getDashboard(context),
  }),
];
