import { language } from "../../lib/language.ts";
import { putTranslation } from "../../lib/translation.ts";

type Translations = Readonly<Record<string, object>>;

/** Of each language but English; of these only the one that is read is loaded. */
const LOADERS = { pl: () => import("./pl/all.ts") };

let translations: Translations = {};

/** Before anything else of the panel is loaded. What can't be loaded is said in English. */
export async function loadTranslation(): Promise<void> {
  if (language === "en") return;
  try {
    translations = (await LOADERS[language]()).ALL;
    document.documentElement.lang = language;
  } catch (error) {
    console.error(error);
  }
}

/** The build calls this at the end of each file of texts (`vite.config.ts`). */
export function translate(noun: string, text: object): void {
  putTranslation(text, translations[noun] ?? {});
}
