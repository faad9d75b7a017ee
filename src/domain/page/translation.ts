import type { Problem } from "../../lib/errors.ts";
import { builtInReader } from "./built_in_texts.ts";
import { type PageText, placeholdersOf } from "./text.ts";

export function textsFor(
  code: string,
  { translations, texts }: { translations: Readonly<Record<string, string>>; texts: readonly PageText[] },
): Record<string, string> {
  const builtIn = builtInReader(code);
  return Object.fromEntries(
    texts.map((text) => {
      const { key, en } = text;
      const own = Object.hasOwn(translations, key) ? translations[key] : "";
      return [key, (own?.trim() && own) || builtIn(text) || en || key];
    }),
  );
}

export function findTranslationProblems(
  sent: Readonly<Record<string, string | null>>,
  texts: readonly PageText[],
): Problem[] {
  const known = new Map(texts.map((text) => [text.key, text]));
  return Object.entries(sent).flatMap(([key, text]) => {
    const path = `translations.${key}`;
    const original = known.get(key);
    if (!original) return [{ path, message: "The page has no such text: see GET /locales/keys." }];
    const kept = placeholdersOf(text ?? "");
    const lost = text ? placeholdersOf(original.en).filter((name) => !kept.includes(name)) : [];
    if (lost.length === 0) return [];
    return [{ path, message: `Keep ${lost.map((name) => `{${name}}`).join(" and ")} in the text.` }];
  });
}
