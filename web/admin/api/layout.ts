import type { LayoutTree } from "../../../src/schema/layout.ts";
import type { PublicPage } from "../../../src/schema/public_page.ts";
import { request } from "../../lib/api.ts";

const ROOT = "/api/v1/admin/layout";

export interface PlaceableMonitor {
  id: number;
  name: string;
  type: string;
}

export async function getLayout(signal: AbortSignal): Promise<LayoutTree> {
  return (await request<{ tree: LayoutTree }>("GET", ROOT, { signal })).tree;
}

export async function saveLayout(tree: LayoutTree): Promise<LayoutTree> {
  return (await request<{ tree: LayoutTree }>("PUT", ROOT, { body: { tree } })).tree;
}

export async function listPlaceableMonitors(signal: AbortSignal): Promise<PlaceableMonitor[]> {
  return await request("GET", `${ROOT}/monitors`, { signal });
}

/** What visitors are shown now. */
export async function getPublicPage(signal: AbortSignal): Promise<PublicPage> {
  return await request("GET", "/api/v1/public/page", { signal });
}
