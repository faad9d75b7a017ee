import type { SystemHealth } from "../../../src/schema/system_health.ts";
import { request } from "../../lib/api.ts";

export async function getSystemHealth(signal: AbortSignal): Promise<SystemHealth> {
  return await request("GET", "/api/v1/admin/system-health", { signal });
}
