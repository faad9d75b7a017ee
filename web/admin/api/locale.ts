import type { Locale } from "../../../src/schema/locale.ts";
import { request } from "../../lib/api.ts";

const ROOT = "/api/v1/admin/locales";

export async function listLocales(signal: AbortSignal): Promise<Locale[]> {
  return await request("GET", ROOT, { signal });
}
