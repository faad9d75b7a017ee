import type { z } from "zod";
import type { auditEntry, auditPage } from "../../../src/schema/audit.ts";
import type { ListSort } from "../../../src/schema/common.ts";
import { request, requestText } from "../../lib/api.ts";

export type AuditEntry = z.output<typeof auditEntry>;
type AuditPage = z.output<typeof auditPage>;

export interface AuditFilter {
  userEmail?: string | undefined;
  entityType?: string | undefined;
  entityName?: string | undefined;
  action?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
  sort?: ListSort | undefined;
  page: number;
}

const ROOT = "/api/v1/admin/audit";
const PAGE_SIZE = 50;

export async function listAuditEntries(signal: AbortSignal, filter: AuditFilter): Promise<AuditPage> {
  return await request("GET", ROOT, {
    signal,
    query: { ...filter, limit: PAGE_SIZE },
  });
}

export async function exportAuditEntries({
  page: _page,
  sort: _sort,
  ...filter
}: AuditFilter): Promise<string> {
  return await requestText(`${ROOT}/export`, { query: filter });
}
