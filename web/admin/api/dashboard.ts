import type { Dashboard, DashboardTrends } from "../../../src/schema/dashboard.ts";
import { request } from "../../lib/api.ts";

export async function getDashboard(signal: AbortSignal): Promise<Dashboard> {
  return await request("GET", "/api/v1/admin/dashboard", { signal });
}

export async function getTrends(signal: AbortSignal): Promise<DashboardTrends> {
  return await request("GET", "/api/v1/admin/dashboard/trends", { signal });
}
