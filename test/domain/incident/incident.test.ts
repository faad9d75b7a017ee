import { describe, expect, it } from "vitest";
import {
  findTimesProblem,
  needsIncidentsWrite,
  parseEventId,
} from "../../../src/domain/incident/incident.ts";
import { fillTemplate, wordsIn } from "../../../src/domain/incident/wording.ts";
import { formatLongDuration } from "../../../src/domain/page/time_wording.ts";
import { escapeHtml } from "../../../src/lib/escape_html.ts";
import { renderMarkdown } from "../../../src/lib/markdown.ts";

const NOW = 1_700_000_000_000;

describe("findTimesProblem", () => {
  it.each([
    ["investigating", NOW, null, null],
    ["investigating", NOW + 30_000, null, null],
    ["investigating", NOW + 120_000, null, "startedAt"],
    ["investigating", NOW - 5, NOW, "resolvedAt"],
    ["resolved", NOW - 5, null, "resolvedAt"],
    ["resolved", NOW - 5, NOW, null],
    ["resolved", NOW, NOW - 1, "resolvedAt"],
    ["resolved", NOW, NOW + 120_000, "resolvedAt"],
    ["resolved", NOW + 30_000, NOW + 30_000, null],
  ] as const)("for %s from %d to %s returns %s", (status, startedAt, resolvedAt, path) => {
    expect(findTimesProblem({ status, startedAt, resolvedAt }, NOW)?.path ?? null).toBe(path);
  });
});

describe("needsIncidentsWrite", () => {
  const rule = (minutes: number | null, mode: "draft" | "published", template: number | null = null) => ({
    autoIncidentMinutes: minutes,
    autoIncidentMode: mode,
    autoIncidentTemplateId: template,
  });
  it.each([
    [null, rule(5, "draft"), false],
    [null, rule(5, "published"), true],
    [null, rule(null, "published"), true],
    [null, rule(null, "draft", 1), true],
    [rule(5, "published", 1), rule(9, "published", 1), false],
    [rule(5, "published"), rule(5, "draft"), false],
    [rule(5, "draft"), rule(5, "published"), true],
    [rule(null, "published"), rule(5, "published"), true],
    [rule(5, "draft", 1), rule(5, "draft", 2), true],
    [rule(5, "draft", 1), rule(5, "draft", null), true],
    [rule(null, "draft", 1), rule(5, "draft", 1), false],
  ])("from %j to %j returns %s", (before, after, expected) => {
    expect(needsIncidentsWrite(before, after)).toBe(expected);
  });
});

describe("parseEventId", () => {
  it("parses the id of an event or of its timer", () => {
    expect(parseEventId("7:3")).toEqual({ monitorId: 7, sequence: 3 });
    expect(parseEventId("7:12:incident")).toEqual({ monitorId: 7, sequence: 12 });
    for (const text of ["", "7", "7:", "x:3", "7:3x", "17:3 "]) expect(parseEventId(text)).toBe(null);
  });
});

describe("formatLongDuration", () => {
  it.each([
    [0, "0 seconds"],
    [-5, "0 seconds"],
    [1000, "1 second"],
    [59_000, "59 seconds"],
    [60_000, "1 minute"],
    [119_000, "1 minute"],
    [3_600_000, "1 hour"],
    [3_900_000, "1 hour 5 minutes"],
    [86_400_000 + 59 * 60_000, "1 day"],
    [2 * 86_400_000 + 3 * 3_600_000, "2 days 3 hours"],
  ])("formats %d ms as %s", (ms, text) => {
    expect(formatLongDuration(ms)).toBe(text);
  });

  it("uses each language's plural forms", () => {
    expect([1, 2, 5].map((minutes) => formatLongDuration(minutes * 60_000, "pl"))).toEqual([
      "1 minuta",
      "2 minuty",
      "5 minut",
    ]);
  });
});

describe("fillTemplate", () => {
  const startedAt = Date.UTC(2026, 0, 2, 3, 4);
  const facts = { monitor: "A", startedAt, durationMs: 60_000, error: "no\nanswer", status: "down" as const };
  const fill = (title: string, body = "", locales = {}) =>
    fillTemplate({ title, body, resolvedBody: "", locales, isOriginal: false }, facts, []);

  it("fills known placeholders, and leaves the rest as written", () => {
    expect(fill("{{monitor}} {{ status }} {{duration}} {{error}} {{toString}} {monitor} {{}}").title).toBe(
      "A Down 1 minute no answer {{toString}} {monitor} {{}}",
    );
  });

  it("does not fill placeholders inside values", () => {
    const { title } = fillTemplate(
      { title: "{{monitor}}", body: "", resolvedBody: "", locales: {}, isOriginal: false },
      { ...facts, monitor: "{{error}}" },
      [],
    );
    expect(title).toBe("{{error}}");
  });

  it("fills each language in that language", () => {
    const title = "{{status}}";
    expect(
      fill("", "", { pl: { body: "{{status}} {{duration}}" }, de: { title }, sv: { title } }).locales,
    ).toEqual({
      pl: { body: "Nie działa 1 minuta" },
      de: { title: "Ausgefallen" },
      sv: { title: "Down" },
    });
  });

  it("formats the start time in UTC and in the template's language", () => {
    const { title, locales } = fill("{{since}}", "", { pl: { title: "{{since}}" } });
    expect([title, locales["pl"]?.title]).toEqual([
      "January 2, 2026 at 03:04 UTC",
      "2 stycznia 2026 03:04 UTC",
    ]);
  });

  it.each([
    ["in English for an English page", [], {}, false, "Down 1 minute"],
    ["in the page's default language", ["pl"], {}, false, "Nie działa 1 minuta"],
    ["with the page's own texts", ["de"], {}, false, "Gestört 1 Minute"],
    [
      "in English if the default language has its own text",
      ["de"],
      { de: { body: "a" } },
      false,
      "Down 1 minute",
    ],
    ["in English if the template is built in", ["pl"], {}, true, "Down 1 minute"],
  ])("fills the main text %s", (_, [code = "en"], locales, isOriginal, title) => {
    const own = { de: { "status.down": "Gestört" } }[code] ?? {};
    const template = { title: "{{status}} {{duration}}", body: "", resolvedBody: "", locales, isOriginal };
    const languages = [{ code, isDefault: true, translations: own }];
    expect(fillTemplate(template, facts, languages).title).toBe(title);
  });

  it("uses the page's texts in a language, then those of its base language", () => {
    const languages = [
      { code: "en", isDefault: true, translations: { "status.down": "Offline" } },
      { code: "de", isDefault: false, translations: { "status.down": "Gestört" } },
    ];
    const wording = { title: "{{status}} {{duration}}" };
    const template = { ...wording, body: "", resolvedBody: "", isOriginal: false };
    const locales = { de: wording, "de-at": wording, sv: wording };
    const filled = fillTemplate({ ...template, locales }, facts, languages);
    expect([filled, ...Object.values(filled.locales)].map(({ title }) => title)).toEqual([
      "Offline 1 minute",
      "Gestört 1 Minute",
      "Gestört 1 Minute",
      "Down 1 minut",
    ]);
  });

  it.each([
    "see https://evil.example/x now",
    "HTTP://evil.example",
    "www.evil.example",
    "[a](https://evil.example)",
    "<https://evil.example>",
    "mail a@evil.example, mailto:a@evil.example",
    "![a](https://evil.example/a.png)",
    "\\https://evil.example `https://evil.example` **b** _c_ ~~d~~",
  ])("makes no link or markup from a target's error: %s", (error) => {
    const body = "Last check: {{error}}";
    const filled = fillTemplate(
      { title: "", body, resolvedBody: "", locales: {}, isOriginal: false },
      { ...facts, error },
      [],
    );
    expect(renderMarkdown(filled.body)).toBe(`<p>Last check: ${escapeHtml(error)}</p>`);
  });

  it("cuts at the length limit without splitting a character", () => {
    expect(fill(`${"x".repeat(199)}😀`).title).toBe("x".repeat(199));
    expect(fill("", "{{error}}".repeat(4000)).body.length).toBe(20_000);
  });
});

describe("wordsIn", () => {
  const locales = { pl: { title: "p", body: "b" }, "pl-pl": { title: "pp" } };
  it("uses the language, then its base, field by field", () => {
    expect(wordsIn(locales, "pl-pl")).toEqual({ title: "pp", body: "b" });
    expect(wordsIn(locales, "pl-sz")).toEqual({ title: "p", body: "b" });
    expect(wordsIn(locales, "de")).toEqual({});
    expect(wordsIn(locales, "constructor")).toEqual({});
    expect(wordsIn(locales, undefined)).toEqual({});
  });
});
