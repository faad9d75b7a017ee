import { language } from "../../../lib/language.ts";

export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(language, { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}
