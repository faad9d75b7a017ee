export const LANGUAGES = { en: "English", pl: "Polski" } as const;
export type Language = keyof typeof LANGUAGES;

const KEY = "uptide-panel-language";

const browser = globalThis as {
  navigator?: { languages?: readonly string[] };
  localStorage?: { getItem(key: string): string | null; setItem(key: string, value: string): void };
  location?: { reload(): void };
  document?: unknown;
};

/** Texts load once, so another choice reloads the panel. */
export const language: Language = browser.document ? readLanguage() : "en";

export function chooseLanguage(next: Language): void {
  try {
    browser.localStorage?.setItem(KEY, next);
  } catch {
    // Storage is disabled: the panel keeps the browser's language.
  }
  browser.location?.reload();
}

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
