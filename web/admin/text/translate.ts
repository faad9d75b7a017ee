import { language } from "../../lib/language.ts";
import { putTranslation } from "../../lib/translation.ts";

type Translations = Readonly<Record<string, object>>;

const LOADERS = { pl: () => import("./pl/all.ts") };

let translations: Translations = {};

/** Must run before any other code of the panel. Falls back to English. */
export async function loadTranslation(): Promise<void> {
  if (language === "en") return;
  try {
    translations = (await LOADERS[language]()).ALL;
    document.documentElement.lang = language;
  } catch (error) {
    console.error(error);
  }
}

/** The build adds this call to the end of each text file (`vite.config.ts`). */
export function translate(noun: string, text: object): void {
  putTranslation(text, translations[noun] ?? {});
}
