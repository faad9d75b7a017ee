import { escapeHtml } from "../../lib/escape_html.ts";
import type { PageLanguages } from "../../schema/page_languages.ts";

const NAME = "uptide-lang";
const YEAR_SECS = 365 * 24 * 3600;
const COOKIE = /(?:^|;\s*)uptide-lang=([A-Za-z0-9-]{2,20})(?:;|$)/;
const CODE = /^[A-Za-z0-9-]{2,20}$/;

/** Never uses Accept-Language. */
export function readLanguage(request: Request, url: URL): { wanted: string | null; isNew: boolean } {
  const asked = url.search === "" ? null : url.searchParams.get("lang");
  if (asked !== null && CODE.test(asked)) return { wanted: asked.toLowerCase(), isNew: true };
  const kept = COOKIE.exec(request.headers.get("Cookie") ?? "")?.[1];
  return { wanted: kept?.toLowerCase() ?? null, isNew: false };
}

export function languageCookie(code: string, prefix = ""): string {
  return `${NAME}=${code}; Path=${prefix || "/"}; Max-Age=${YEAR_SECS}; SameSite=Lax`;
}

export function offeredOf<T extends { code: string; isDefault: boolean }>(
  published: readonly T[],
  { offered, default: wanted }: PageLanguages,
): T[] {
  const kept = published.filter(({ code }) => offered === null || offered.includes(code));
  const own = kept.length > 0 ? kept : published.filter(({ isDefault }) => isDefault);
  const first = [wanted, published.find(({ isDefault }) => isDefault)?.code, own[0]?.code];
  const main = first.find((code) => own.some((one) => one.code === code));
  return own.map((one) =>
    one.isDefault === (one.code === main) ? one : { ...one, isDefault: one.code === main },
  );
}

export const BUILT_IN_LANGUAGES = [
  { code: "en", name: "English" },
  { code: "de", name: "Deutsch" },
  { code: "es", name: "Español" },
  { code: "fr", name: "Français" },
  { code: "it", name: "Italiano" },
  { code: "nl", name: "Nederlands" },
  { code: "pl", name: "Polski" },
  { code: "pt-br", name: "Português (Brasil)" },
  { code: "tr", name: "Türkçe" },
  { code: "ja", name: "日本語" },
  { code: "ko", name: "한국어" },
  { code: "zh-cn", name: "简体中文" },
] as const;

export type BuiltInCode = (typeof BUILT_IN_LANGUAGES)[number]["code"];

/** Traditional Chinese is written differently, so it isn't served by the simplified texts. */
const TRADITIONAL_CHINESE = /^zh-(tw|hk|mo|hant)$/;

export function builtInLanguageOf(code: string): BuiltInCode | null {
  if (TRADITIONAL_CHINESE.test(code)) return null;
  const exact = BUILT_IN_LANGUAGES.find((language) => language.code === code);
  const base = code.split("-")[0];
  return (exact ?? BUILT_IN_LANGUAGES.find((language) => language.code.split("-")[0] === base))?.code ?? null;
}

const RIGHT_TO_LEFT = new Set(["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"]);

export function directionOf(code: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(code.split("-")[0] ?? code) ? "rtl" : "ltr";
}

export function languageAttributes(code: string): string {
  return `lang="${escapeHtml(code)}"${directionOf(code) === "rtl" ? ' dir="rtl"' : ""}`;
}
