import type { PageAccess, PageAccessSaved } from "../../../src/schema/page_access.ts";
import { request } from "../../lib/api.ts";

const PATH = "/api/v1/admin/status-page-access";

export async function getPageAccess(signal: AbortSignal): Promise<PageAccess> {
  return await request("GET", PATH, { signal });
}

export async function updatePageAccess(body: PageAccess): Promise<PageAccessSaved> {
  return await request("PUT", PATH, { body });
}
