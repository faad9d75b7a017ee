import type { Problem } from "../../lib/errors.ts";
import { type BuiltInCode, builtInLanguageOf } from "./language.ts";
import de from "./languages/de.json" with { type: "json" };
import es from "./languages/es.json" with { type: "json" };
import fr from "./languages/fr.json" with { type: "json" };
import it from "./languages/it.json" with { type: "json" };
import ja from "./languages/ja.json" with { type: "json" };
import ko from "./languages/ko.json" with { type: "json" };
import nl from "./languages/nl.json" with { type: "json" };
import ptBr from "./languages/pt-br.json" with { type: "json" };
import tr from "./languages/tr.json" with { type: "json" };
import zhCn from "./languages/zh-cn.json" with { type: "json" };
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

type Texts = Readonly<Record<string, string>>;

const TEXTS: Readonly<Record<Exclude<BuiltInCode, "en" | "pl">, Texts>> = {
  de,
  es,
  fr,
  it,
  ja,
  ko,
  nl,
  "pt-br": ptBr,
  tr,
  "zh-cn": zhCn,
};

const PLURAL = /\.(one|few|many)$/;

export function builtInReader(code: string): (text: PageText) => string | undefined {
  const language = builtInLanguageOf(code);
  if (language === null) return () => undefined;
  if (language === "en") return ({ en }) => en;
  if (language === "pl") return ({ pl }) => pl;
  const texts: Texts = TEXTS[language];
  return ({ key }) => texts[key] ?? texts[key.replace(PLURAL, ".other")];
}
