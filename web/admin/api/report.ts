import type { UptimeReport } from "../../../src/schema/report.ts";
import { request, requestText } from "../../lib/api.ts";

const ROOT = "/api/v1/admin/reports/uptime";

interface ReportQuery {
  from: number;
  to: number;
  timezone: string;
  granularity?: "total" | "day";
  monitorIds?: string;
  pageKey?: string | undefined;
}

export async function getUptimeReport(query: ReportQuery, signal: AbortSignal): Promise<UptimeReport> {
  return await request("GET", ROOT, { query: { ...query }, signal });
}

export async function exportUptimeReport(query: ReportQuery): Promise<string> {
  return await requestText(`${ROOT}/export`, { query: { ...query } });
}
