import type { z } from "zod";
import type { newPage, Page, PageDetails, pageChange } from "../../../src/schema/page.ts";
import type { OtherPageAccess, otherPageAccessChange } from "../../../src/schema/page_access.ts";
import type { PageLanguagesResponse, pageLanguagesChange } from "../../../src/schema/page_languages.ts";
import { request } from "../../lib/api.ts";

const ROOT = "/api/v1/admin/pages";

export async function listPages(signal: AbortSignal): Promise<Page[]> {
  return await request("GET", ROOT, { signal });
}

export async function getPage(signal: AbortSignal, key: string): Promise<PageDetails> {
  return await request("GET", `${ROOT}/${key}`, { signal });
}

export async function createPage(body: z.input<typeof newPage>): Promise<Page> {
  return await request("POST", ROOT, { body });
}

export async function updatePage(key: string, body: z.input<typeof pageChange>): Promise<PageDetails> {
  return await request("PATCH", `${ROOT}/${key}`, { body });
}

export async function removePage(key: string, confirm: string): Promise<void> {
  await request("DELETE", `${ROOT}/${key}`, { query: { confirm } });
}

export async function getOtherAccess(signal: AbortSignal, key: string): Promise<OtherPageAccess> {
  return await request("GET", `${ROOT}/${key}/access`, { signal });
}

export async function updateOtherAccess(
  key: string,
  body: z.input<typeof otherPageAccessChange>,
): Promise<OtherPageAccess> {
  return await request("PUT", `${ROOT}/${key}/access`, { body });
}

export async function getOfferedLanguages(signal: AbortSignal, key: string): Promise<PageLanguagesResponse> {
  return await request("GET", `${ROOT}/${key}/locales`, { signal });
}

export async function updateOfferedLanguages(
  key: string,
  body: z.input<typeof pageLanguagesChange>,
): Promise<PageLanguagesResponse> {
  return await request("PUT", `${ROOT}/${key}/locales`, { body });
}
