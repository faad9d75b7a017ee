import { language } from "../../../lib/language.ts";

/** In the language of the panel; a code nobody knows is shown as it is. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(language, { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}
