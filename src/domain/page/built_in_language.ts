import { escapeHtml } from "../../lib/escape_html.ts";

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
