import { auditPage, auditQuery } from "../../../schema/audit.ts";
import { listAuditEntries } from "../../../service/system/audit.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

export const auditRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/admin/audit",
    area: "audit",
    summary: "List audit entries, newest first",
    query: auditQuery,
    answer: { status: 200, schema: auditPage },
    handle: async ({ context, query }) => await listAuditEntries(context, query),
  }),
];
