import type { LayoutTree, PlaceableMonitor } from "../../../src/schema/layout.ts";
import type { PublicPage } from "../../../src/schema/public_page.ts";
import { request } from "../../lib/api.ts";
import { chosenPrefix, ofChosenPage } from "../../lib/chosen_page.ts";

const root = () => ofChosenPage("/layout");

export interface StoredLayout {
  tree: LayoutTree;
  version?: number;
}

export async function getStoredLayout(signal: AbortSignal): Promise<StoredLayout> {
  return await request("GET", root(), { signal });
}

export async function getLayout(signal: AbortSignal): Promise<LayoutTree> {
  return (await getStoredLayout(signal)).tree;
}

export async function updateLayout(layout: StoredLayout): Promise<StoredLayout> {
  return await request("PUT", root(), { body: layout });
}

export async function moveBlocks(
  move: { blocks: string[]; to: string } & Pick<StoredLayout, "version">,
): Promise<StoredLayout> {
  return await request("POST", `${root()}/move`, { body: move });
}

export async function listPlaceableMonitors(signal: AbortSignal): Promise<PlaceableMonitor[]> {
  return await request("GET", `${root()}/monitors`, { signal });
}

export async function previewLayout(signal: AbortSignal, tree: LayoutTree): Promise<PublicPage> {
  return await request("POST", `${root()}/preview`, { signal, body: { tree } });
}

export async function getPublicPage(signal: AbortSignal, lang?: string): Promise<PublicPage> {
  return await request("GET", `${chosenPrefix()}/api/v1/public/page`, { signal, query: { lang } });
}
