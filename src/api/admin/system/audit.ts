import { z } from "zod";
import { auditFilter, auditPage, auditQuery } from "../../../schema/audit.ts";
import { exportAudit, listAuditEntries } from "../../../service/record/audit.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

export const auditRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/admin/audit",
    area: "audit",
    summary: "List audit entries, newest first",
    query: auditQuery,
    response: { status: 200, schema: auditPage },
    handle: async ({ context, query }) => await listAuditEntries(context, query),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/admin/audit/export",
    area: "audit",
    summary: "Export audit entries as CSV, newest first",
    description:
      "All that match the filters, one per line. Details are a JSON object. Cells that a spreadsheet would run as a formula start with an apostrophe.",
    query: auditFilter,
    response: { status: 200, schema: z.string(), type: "text/csv" },
    async handle({ context, query, headers }) {
      headers.set("Content-Type", "text/csv; charset=utf-8");
      headers.set("Content-Disposition", 'attachment; filename="audit.csv"');
      headers.set("Cache-Control", "no-store");
      return new Response(await exportAudit(context, query), { headers });
    },
  }),
];
