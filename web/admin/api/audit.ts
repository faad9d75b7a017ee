import type { z } from "zod";
import type { auditEntry, auditPage } from "../../../src/schema/audit.ts";
import { request } from "../../lib/api.ts";

export type AuditEntry = z.output<typeof auditEntry>;
type AuditPage = z.output<typeof auditPage>;

/** As `auditQuery` takes it from the address: text, and what is empty left out. */
export interface AuditFilter {
  userEmail?: string | undefined;
  entityType?: string | undefined;
  action?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
  page: number;
}

const PAGE_SIZE = 25;

export async function listAuditEntries(signal: AbortSignal, filter: AuditFilter): Promise<AuditPage> {
  return await request("GET", "/api/v1/admin/audit", {
    signal,
    query: { ...filter, limit: PAGE_SIZE },
  });
}
