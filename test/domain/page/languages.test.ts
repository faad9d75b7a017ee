import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  BUILT_IN_LANGUAGES,
  builtInLanguageOf,
  languageAttributes,
} from "../../../src/domain/page/built_in_language.ts";
import { placeholdersOf } from "../../../src/domain/page/text.ts";
import { PAGE_TEXTS } from "../../../src/domain/page/texts.ts";
import { textsFor } from "../../../src/domain/page/translation.ts";

const FOLDER = join(import.meta.dirname, "../../../src/domain/page/languages");
const files = readdirSync(FOLDER).map((name) => name.replace(/\.json$/, ""));
/** Operators add languages, and other languages may have forms that English and Polish lack. */
const codes = files.filter((code) => code !== "en" && code !== "pl");
const textsIn = (code: string): Record<string, string> =>
  JSON.parse(readFileSync(join(FOLDER, `${code}.json`), "utf8"));

const PLURAL = /^(.+)\.(one|few|many|other)$/;

describe("the languages that come with Uptide", () => {
  it("are twelve, each with a file of its own", () => {
    expect(BUILT_IN_LANGUAGES.map(({ code }) => code).sort()).toEqual(files.toSorted());
    expect(new Set(BUILT_IN_LANGUAGES.map(({ name }) => name)).size).toBe(12);
  });

  it.each(codes)("%s has every text, and only the plural forms of the language", (code) => {
    const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
    const wanted = PAGE_TEXTS.map(({ key }) => key).filter((key) => {
      const form = PLURAL.exec(key)?.[2];
      return form === undefined || forms.includes(form as Intl.LDMLPluralRule);
    });
    expect(Object.keys(textsIn(code)).sort()).toEqual(wanted.sort());
  });

  it.each(codes)("%s keeps every placeholder", (code) => {
    const texts = textsIn(code);
    const lost = PAGE_TEXTS.filter(
      ({ key, en }) => texts[key] && `${placeholdersOf(texts[key])}` !== `${placeholdersOf(en)}`,
    );
    expect(lost.map(({ key }) => key)).toEqual([]);
  });

  it.each(codes)("%s leaves no sentence in English, and no space at an end", (code) => {
    const texts = textsIn(code);
    const sentences = PAGE_TEXTS.filter(({ en }) => en.split(" ").length > 3);
    expect(sentences.filter(({ key, en }) => texts[key] === en).map(({ key }) => key)).toEqual([]);
    expect(Object.entries(texts).filter(([, text]) => text !== text.trim() || text === "")).toEqual([]);
  });

  it("are complete from the start, in every plural form", () => {
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
  ])("serve regions too: %s reads %s", (code, language) => {
    expect(builtInLanguageOf(code)).toBe(language);
  });

  it("know which languages are written from right to left", () => {
    expect(["ar", "he-il", "arn"].map(languageAttributes)).toEqual([
      'lang="ar" dir="rtl"',
      'lang="he-il" dir="rtl"',
      'lang="arn"',
    ]);
  });
});
