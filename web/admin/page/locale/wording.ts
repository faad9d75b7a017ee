import type { Locale } from "../../../../src/schema/locale.ts";
import type { LocaleKey } from "../../api/locale.ts";

/** Where a text comes from that the language does not have itself. */
type Source = "built" | "english";

/** Languages whose every text comes with the product: they can be shown from the start. */
export function hasBuiltInCopy(code: string): boolean {
  return ["en", "pl"].includes(code.split("-")[0] ?? "");
}

/** What visitors read while the language has no words of its own for it. */
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
