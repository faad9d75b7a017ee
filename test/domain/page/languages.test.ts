import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  BUILT_IN_LANGUAGES,
  builtInLanguageOf,
  languageAttributes,
  textsFor,
} from "../../../src/domain/page/language.ts";
import { placeholdersOf } from "../../../src/domain/page/text.ts";
import { PAGE_TEXTS } from "../../../src/domain/page/texts.ts";

const FOLDER = join(import.meta.dirname, "../../../src/domain/page/languages");
const files = readdirSync(FOLDER).map((name) => name.replace(/\.json$/, ""));
/** Operators add languages, and other languages may have forms that English and Polish lack. */
const codes = files.filter((code) => code !== "en" && code !== "pl");
const textsIn = (code: string): Record<string, string> =>
  JSON.parse(readFileSync(join(FOLDER, `${code}.json`), "utf8"));

const PLURAL = /^(.+)\.(one|few|many|other)$/;

describe("the built-in languages", () => {
  it("are twelve, each with its own file", () => {
    expect(BUILT_IN_LANGUAGES.map(({ code }) => code).sort()).toEqual(files.toSorted());
    expect(new Set(BUILT_IN_LANGUAGES.map(({ name }) => name)).size).toBe(12);
  });

  it.each(codes)("have every text, and only the language's plural forms: %s", (code) => {
    const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
    const wanted = PAGE_TEXTS.map(({ key }) => key).filter((key) => {
      const form = PLURAL.exec(key)?.[2];
      return form === undefined || forms.includes(form as Intl.LDMLPluralRule);
    });
    expect(Object.keys(textsIn(code)).sort()).toEqual(wanted.sort());
  });

  it.each(codes)("keep every placeholder: %s", (code) => {
    const texts = textsIn(code);
    const lost = PAGE_TEXTS.filter(
      ({ key, en }) => texts[key] && `${placeholdersOf(texts[key])}` !== `${placeholdersOf(en)}`,
    );
    expect(lost.map(({ key }) => key)).toEqual([]);
  });

  it.each(codes)("have no sentence in English, and no space at either end: %s", (code) => {
    const texts = textsIn(code);
    const sentences = PAGE_TEXTS.filter(({ en }) => en.split(" ").length > 3);
    expect(sentences.filter(({ key, en }) => texts[key] === en).map(({ key }) => key)).toEqual([]);
    expect(Object.entries(texts).filter(([, text]) => text !== text.trim() || text === "")).toEqual([]);
  });

  it("are complete, in every plural form", () => {
    for (const { code } of BUILT_IN_LANGUAGES) {
      const texts = textsFor(code, { translations: {}, texts: PAGE_TEXTS });
      if (code !== "en") expect(texts["overall.problems.few"]).not.toBe("{n} problems");
    }
  });

  it.each([
    ["de-at", "de"],
    ["pt", "pt-br"],
    ["pt-pt", "pt-br"],
    ["zh", "zh-cn"],
    ["zh-tw", null],
    ["sv", null],
    ["en-gb", "en"],
  ])("cover regions too: %s uses %s", (code, language) => {
    expect(builtInLanguageOf(code)).toBe(language);
  });

  it("have the correct direction", () => {
    expect(["ar", "he-il", "arn"].map(languageAttributes)).toEqual([
      'lang="ar" dir="rtl"',
      'lang="he-il" dir="rtl"',
      'lang="arn"',
    ]);
  });
});
