import { z } from "zod";
import { uptimeReport, uptimeReportQuery } from "../../../schema/report.ts";
import { openUptimeReport } from "../../../service/uptime/report.ts";
import { csvNameOf, writeReport, writeReportCsv } from "../../../service/uptime/report_text.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const ROOT = "/api/v1/admin/reports/uptime";
const area = "reports";
const CSV = "text/csv";

export const reportRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area,
    summary: "Get an uptime report over up to 366 days",
    description:
      "Based on confirmed states, sorted by name. Maintenance, pauses and time without checks don't count. Affected time doesn't count as up and is reported separately.",
    query: uptimeReportQuery,
    response: { status: 200, schema: uptimeReport },
    async handle({ context, query, headers }) {
      headers.set("Content-Type", "application/json");
      headers.set("Cache-Control", "no-store");
      return new Response(await writeReport(await openUptimeReport(context, query)), { headers });
    },
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/export`,
    area,
    summary: "Export an uptime report as CSV",
    description:
      "One line per monitor, or per monitor and day. Cells that a spreadsheet would run as a formula start with an apostrophe.",
    query: uptimeReportQuery,
    response: { status: 200, schema: z.string(), type: CSV },
    async handle({ context, query, headers }) {
      const report = await openUptimeReport(context, query);
      headers.set("Content-Type", `${CSV}; charset=utf-8`);
      headers.set("Content-Disposition", `attachment; filename="${csvNameOf(report, query.timezone)}"`);
      headers.set("Cache-Control", "no-store");
      return new Response(await writeReportCsv(report), { headers });
    },
  }),
];
