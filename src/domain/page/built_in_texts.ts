import type { BuiltInCode } from "./built_in_language.ts";
import { builtInLanguageOf } from "./built_in_language.ts";
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
import type { PageText } from "./text.ts";

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
