/** Languages of the panel, each called as its readers call it. */
export const LANGUAGES = { en: "English", pl: "Polski" } as const;
export type Language = keyof typeof LANGUAGES;

const KEY = "uptide-panel-language";

/** Nothing of it is there outside of a browser. */
const browser = globalThis as {
  navigator?: { languages?: readonly string[] };
  localStorage?: { getItem(key: string): string | null; setItem(key: string, value: string): void };
  location?: { reload(): void };
  document?: unknown;
};

/** Of the panel as long as it is open: its texts are loaded once, so another choice loads it anew. */
export const language: Language = browser.document ? readLanguage() : "en";

export function chooseLanguage(next: Language): void {
  try {
    browser.localStorage?.setItem(KEY, next);
  } catch {
    // Storage is switched off: the panel stays in the language that the browser asks for.
  }
  browser.location?.reload();
}

/** The one that was chosen; else the first that the browser asks for and the panel has. */
export function decideLanguage(chosen: string | null, wanted: readonly string[]): Language {
  for (const tag of [chosen ?? "", ...wanted]) {
    const [code] = tag.toLowerCase().split("-");
    const found = (Object.keys(LANGUAGES) as Language[]).find((known) => known === code);
    if (found) return found;
  }
  return "en";
}

function readLanguage(): Language {
  return decideLanguage(readChoice(), browser.navigator?.languages ?? []);
}

function readChoice(): string | null {
  try {
    return browser.localStorage?.getItem(KEY) ?? null;
  } catch {
    return null;
  }
}
