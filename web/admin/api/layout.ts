import type { LayoutTree, PlaceableMonitor } from "../../../src/schema/layout.ts";
import type { PublicPage } from "../../../src/schema/public_page.ts";
import { request } from "../../lib/api.ts";

const ROOT = "/api/v1/admin/layout";

export interface StoredLayout {
  tree: LayoutTree;
  version?: number;
}

export async function getStoredLayout(signal: AbortSignal): Promise<StoredLayout> {
  return await request("GET", ROOT, { signal });
}

export async function getLayout(signal: AbortSignal): Promise<LayoutTree> {
  return (await getStoredLayout(signal)).tree;
}

export async function updateLayout(layout: StoredLayout): Promise<StoredLayout> {
  return await request("PUT", ROOT, { body: layout });
}

export async function listPlaceableMonitors(signal: AbortSignal): Promise<PlaceableMonitor[]> {
  return await request("GET", `${ROOT}/monitors`, { signal });
}

export async function previewLayout(signal: AbortSignal, tree: LayoutTree): Promise<PublicPage> {
  return await request("POST", `${ROOT}/preview`, { signal, body: { tree } });
}

export async function getPublicPage(signal: AbortSignal, lang?: string): Promise<PublicPage> {
  return await request("GET", "/api/v1/public/page", { signal, query: { lang } });
}
