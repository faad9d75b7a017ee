import { describe, expect, it } from "vitest";
import { findTranslationProblems, textsFor } from "../../../src/domain/page/language.ts";
import type { PageText } from "../../../src/domain/page/text.ts";

const texts: PageText[] = [
  { key: "a", group: "Incidents", en: "{n} of {total}", pl: "{n} z {total}" },
  { key: "b", group: "Incidents", en: "Only English", pl: "" },
  { key: "c", group: "Incidents", en: "", pl: "" },
];

describe("the texts of a language", () => {
  it("come from the translation, the built-in copy, English or the key, in this order", () => {
    expect(textsFor("pl-pl", { translations: {}, texts })).toEqual({
      a: "{n} z {total}",
      b: "Only English",
      c: "c",
    });
    expect(textsFor("plx", { translations: { b: "B", c: "" }, texts })).toEqual({
      a: "{n} of {total}",
      b: "B",
      c: "c",
    });
    expect(textsFor("en", { translations: { constructor: "x" }, texts })["c"]).toBe("c");
  });
});

describe("translation problems", () => {
  it("are lost placeholders and unknown keys, but not a cleared text", () => {
    expect(findTranslationProblems({ a: "{total}: {n}", b: "x", c: null }, texts)).toEqual([]);
    expect(findTranslationProblems({ a: "" }, texts)).toEqual([]);
    expect(findTranslationProblems({ a: "{ n } alle", x: "y" }, texts)).toEqual([
      { path: "translations.a", message: "Keep {n} and {total} in the text." },
      { path: "translations.x", message: expect.stringContaining("no such text") },
    ]);
  });
});
