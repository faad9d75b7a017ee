import { language } from "../../lib/language.ts";
import { putTranslation } from "../../lib/translation.ts";

/** What each language but English brings; of these only the one that is read is loaded. */
const LOADERS = { pl: () => import("./pl/all.ts") };

/** Before any text is said. Where it can't be loaded, the panel speaks English. */
const texts: Readonly<Record<string, object>> =
  language === "en"
    ? {}
    : await LOADERS[language]().then(
        ({ ALL }) => ALL,
        () => ({}),
      );

document.documentElement.lang = Object.keys(texts).length === 0 ? "en" : language;

/** The build calls this at the end of each file of texts (`vite.config.ts`). */
export function translate(noun: string, text: object): void {
  putTranslation(text, texts[noun] ?? {});
}
