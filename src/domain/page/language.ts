import type { Problem } from "../../lib/errors.ts";
import { escapeHtml } from "../../lib/escape_html.ts";
import type { PageLanguages } from "../../schema/page_languages.ts";
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

const NAME = "uptide-lang";
const YEAR_SECS = 365 * 24 * 3600;
const COOKIE = /(?:^|;\s*)uptide-lang=([A-Za-z0-9-]{2,20})(?:;|$)/;
const CODE = /^[A-Za-z0-9-]{2,20}$/;

export function readLanguage(request: Request, url: URL): { wanted: string | null; isNew: boolean } {
  const asked = url.search === "" ? null : url.searchParams.get("lang");
  if (asked !== null && CODE.test(asked)) return { wanted: asked.toLowerCase(), isNew: true };
  const kept = COOKIE.exec(request.headers.get("Cookie") ?? "")?.[1];
  return { wanted: kept?.toLowerCase() ?? null, isNew: false };
}

export function languageCookie(code: string, prefix = ""): string {
  return `${NAME}=${code}; Path=${prefix || "/"}; Max-Age=${YEAR_SECS}; SameSite=Lax`;
}

export function offeredOf<T extends { code: string; isDefault: boolean }>(
  published: readonly T[],
  { offered, default: wanted }: PageLanguages,
): T[] {
  const kept = published.filter(({ code }) => offered === null || offered.includes(code));
  const own = kept.length > 0 ? kept : published.filter(({ isDefault }) => isDefault);
  const first = [wanted, published.find(({ isDefault }) => isDefault)?.code, own[0]?.code];
  const main = first.find((code) => own.some((one) => one.code === code));
  return own.map((one) =>
    one.isDefault === (one.code === main) ? one : { ...one, isDefault: one.code === main },
  );
}

export function pruneLanguages(
  { offered, default: main }: PageLanguages,
  published: readonly { code: string; isDefault: boolean }[],
): PageLanguages {
  const codes = published.map(({ code }) => code);
  const kept = offered?.filter((code) => codes.includes(code)) ?? codes;
  const shown = kept.length > 0 ? kept : published.flatMap(({ code, isDefault }) => (isDefault ? code : []));
  return { offered: offered && shown, default: main !== null && kept.includes(main) ? main : null };
}

export const BUILT_IN_LANGUAGES = [
  { code: "en", name: "English" },
  { code: "de", name: "Deutsch" },
  { code: "es", name: "Español" },
  { code: "fr", name: "Français" },
  { code: "it", name: "Italiano" },
  { code: "nl", name: "Nederlands" },
  { code: "pl", name: "Polski" },
  { code: "pt-br", name: "Português (Brasil)" },
  { code: "tr", name: "Türkçe" },
  { code: "ja", name: "日本語" },
  { code: "ko", name: "한국어" },
  { code: "zh-cn", name: "简体中文" },
] as const;

type BuiltInCode = (typeof BUILT_IN_LANGUAGES)[number]["code"];

/** Traditional Chinese is written differently, so it isn't served by the simplified texts. */
const TRADITIONAL_CHINESE = /^zh-(tw|hk|mo|hant)$/;

export function builtInLanguageOf(code: string): BuiltInCode | null {
  if (TRADITIONAL_CHINESE.test(code)) return null;
  const exact = BUILT_IN_LANGUAGES.find((language) => language.code === code);
  const base = code.split("-")[0];
  return (exact ?? BUILT_IN_LANGUAGES.find((language) => language.code.split("-")[0] === base))?.code ?? null;
}

const RIGHT_TO_LEFT = new Set(["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"]);

export function directionOf(code: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(code.split("-")[0] ?? code) ? "rtl" : "ltr";
}

export function languageAttributes(code: string): string {
  return `lang="${escapeHtml(code)}"${directionOf(code) === "rtl" ? ' dir="rtl"' : ""}`;
}

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
