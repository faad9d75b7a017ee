import type { z } from "zod";
import type { Locale, LocaleChange, localeKey, NewLocale } from "../../../src/schema/locale.ts";
import { request } from "../../lib/api.ts";

const ROOT = "/api/v1/admin/locales";

export type LocaleKey = z.output<typeof localeKey>;

export async function listLocales(signal: AbortSignal): Promise<Locale[]> {
  return await request("GET", ROOT, { signal });
}

export async function listLocaleKeys(signal: AbortSignal, language?: string): Promise<LocaleKey[]> {
  return await request("GET", `${ROOT}/keys${language ? `?language=${language}` : ""}`, { signal });
}

export async function getLocale(signal: AbortSignal, code: string): Promise<Locale> {
  return await request("GET", `${ROOT}/${code}`, { signal });
}

export async function createLocale(body: NewLocale): Promise<Locale> {
  return await request("POST", ROOT, { body });
}

export async function updateLocale(code: string, body: LocaleChange): Promise<Locale> {
  return await request("PATCH", `${ROOT}/${code}`, { body });
}

export async function makeDefaultLocale(code: string): Promise<Locale> {
  return await request("POST", `${ROOT}/${code}/set-default`);
}

export async function removeLocale(code: string): Promise<void> {
  await request("DELETE", `${ROOT}/${code}`);
}
