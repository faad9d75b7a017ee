import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import en from "../../../src/domain/page/languages/en.json" with { type: "json" };
import pl from "../../../src/domain/page/languages/pl.json" with { type: "json" };
import { placeholdersOf } from "../../../src/domain/page/text.ts";
import { PAGE_TEXTS } from "../../../src/domain/page/texts.ts";
import { type PageSnapshot, shellOf } from "../../../src/domain/page/view.ts";
import { PAGE_TEXT_GROUPS } from "../../../src/schema/page_text_group.ts";

const KEYS = new Set(PAGE_TEXTS.map(({ key }) => key));
const STATUS = join(import.meta.dirname, "../../../web/status");

const sources = readdirSync(STATUS, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => readFileSync(join(STATUS, path), "utf8"))
  .join("\n");

describe("the page's texts", () => {
  it("have unique keys and a known group", () => {
    expect(KEYS.size).toBe(PAGE_TEXTS.length);
    expect(new Set(PAGE_TEXTS.map(({ group }) => group))).toEqual(new Set(PAGE_TEXT_GROUPS));
  });

  it("have the same order in both files", () => {
    expect(Object.keys(pl)).toEqual(Object.keys(en));
  });

  it.each(PAGE_TEXTS)("$key exists in English and Polish, with the same placeholders", ({ en, pl }) => {
    expect(en.trim()).not.toBe("");
    expect(pl.trim()).not.toBe("");
    expect(placeholdersOf(pl)).toEqual(placeholdersOf(en));
  });

  it("include every plural form that a language may need", () => {
    const counted = PAGE_TEXTS.flatMap(({ key }) => /^(.+)\.one$/.exec(key)?.[1] ?? []);
    expect(counted.length).toBeGreaterThan(0);
    const forms = ["one", ...new Intl.PluralRules("pl").resolvedOptions().pluralCategories];
    for (const key of counted) for (const form of forms) expect(KEYS).toContain(`${key}.${form}`);
  });

  it("for emails are not sent to visitors", () => {
    const mails = [...KEYS].filter((key) => key.startsWith("mail."));
    expect(mails.length).toBeGreaterThan(30);
    // A shell takes only its languages from the page.
    const shell = shellOf({ page: {}, locales: [] } as unknown as PageSnapshot, null);
    expect([...KEYS].filter((key) => !Object.hasOwn(shell.texts, key))).toEqual(mails);
  });

  it("include every key that the page uses", () => {
    const asked = [...sources.matchAll(/\bt\(\s*"([^"]+)"/g), ...sources.matchAll(/\btext="([^"]+)"/g)];
    expect(asked.length).toBeGreaterThan(40);
    expect(asked.map(([, key]) => key).filter((key) => !KEYS.has(key ?? ""))).toEqual([]);
  });

  it("include keys for every prefix that the page builds keys from", () => {
    const starts = [...sources.matchAll(/\bt\(\s*`([a-zA-Z.]+)\$\{/g)].map(([, start]) => start ?? "");
    expect(starts.length).toBeGreaterThan(3);
    for (const start of starts)
      expect(
        [...KEYS].some((key) => key.startsWith(start)),
        start,
      ).toBe(true);
  });
});
