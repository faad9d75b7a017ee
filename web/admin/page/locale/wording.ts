import type { Locale } from "../../../../src/schema/locale.ts";
import type { LocaleKey } from "../../api/locale.ts";

type Source = "built" | "english";

/** Every text of these languages is built in: they can be shown from the start. */
export function hasBuiltInCopy(code: string): boolean {
  return ["en", "pl"].includes(code.split("-")[0] ?? "");
}

export function fallbackOf(code: string, { en, pl, key }: LocaleKey): { text: string; source: Source } {
  if (code === "en" || code.startsWith("en-")) return { text: en || key, source: "built" };
  if ((code === "pl" || code.startsWith("pl-")) && pl) return { text: pl, source: "built" };
  return { text: en || key, source: "english" };
}

export function isMissing(code: string, key: LocaleKey, own: string): boolean {
  return own === "" && fallbackOf(code, key).source === "english";
}

export function countMissing({ code, translations }: Locale, keys: readonly LocaleKey[]): number {
  return keys.filter((key) => isMissing(code, key, translations[key.key] ?? "")).length;
}
