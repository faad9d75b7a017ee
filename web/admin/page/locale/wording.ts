import { builtInLanguageOf } from "../../../../src/domain/page/language.ts";
import type { Locale } from "../../../../src/schema/locale.ts";
import type { LocaleKey } from "../../api/locale.ts";

type Source = "built" | "english";

export function hasBuiltInCopy(code: string): boolean {
  return builtInLanguageOf(code) !== null;
}

export function fallbackOf({ en, key, builtIn }: LocaleKey): { text: string; source: Source } {
  return builtIn ? { text: builtIn, source: "built" } : { text: en || key, source: "english" };
}

export function isMissing(code: string, own: string): boolean {
  return own === "" && !hasBuiltInCopy(code);
}

export function countMissing({ code, translations }: Locale, keys: readonly LocaleKey[]): number {
  return keys.filter(({ key }) => isMissing(code, translations[key] ?? "")).length;
}
