import { escapeMarkdown } from "../../lib/escape_markdown.ts";
import { LONGEST_BODY, LONGEST_TITLE } from "../../schema/incident_status.ts";
import { textsFor } from "../page/language.ts";
import { PAGE_TEXTS } from "../page/texts.ts";
import { formatLongDuration, longTimeFormat } from "../page/time_wording.ts";

export interface Wording {
  title: string;
  body: string;
  resolvedBody: string;
}

export type Translations<T> = Readonly<Record<string, Partial<T>>>;

export type IncidentWords = Readonly<
  Record<
    number,
    {
      title: Translations<{ title: string }>;
      updates: Record<number, Translations<{ body: string }>>;
      postMortem?: Translations<{ body: string }>;
    }
  >
>;

export interface OutageFacts {
  monitor: string;
  startedAt: number;
  durationMs: number;
  error: string;
  status: "down" | "up";
}

interface PageLanguage {
  code: string;
  isDefault: boolean;
  translations: Readonly<Record<string, string>>;
}

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;
const MAIN_LANGUAGE = "en";

export function fillTemplate(
  template: Wording & { locales: Translations<Wording>; isOriginal: boolean },
  facts: OutageFacts,
  languages: readonly PageLanguage[],
): Wording & { locales: Record<string, Partial<Wording>> } {
  const fillIn = <T extends Partial<Wording>>(wording: T, code: string) =>
    fillWording(wording, facts, { code, languages });
  const locales = Object.entries(template.locales).map(([code, wording]) => [code, fillIn(wording, code)]);
  const main = mainLanguageOf(template, languages);
  return { ...fillIn(template, main), locales: Object.fromEntries(locales) };
}

function mainLanguageOf(
  { locales, isOriginal }: { locales: Translations<Wording>; isOriginal: boolean },
  languages: readonly PageLanguage[],
): string {
  const code = languages.find(({ isDefault }) => isDefault)?.code;
  const isApart = code === undefined || Object.keys(wordsIn(locales, code)).length > 0;
  return isOriginal || isApart ? MAIN_LANGUAGE : code;
}

interface WordingLanguage {
  code: string;
  languages: readonly PageLanguage[];
}

function fillWording<T extends Partial<Wording>>(
  { title, body, resolvedBody }: T,
  facts: OutageFacts,
  language: WordingLanguage,
): Pick<T, keyof Wording> {
  const plain = placeholderValues(facts, language);
  const markdown = { ...plain, monitor: escapeMarkdown(plain.monitor), error: escapeMarkdown(plain.error) };
  const filled: Partial<Wording> = {};
  if (title !== undefined) filled.title = cut(toLine(fill(title, plain)), LONGEST_TITLE);
  if (body !== undefined) filled.body = cut(fill(body, markdown), LONGEST_BODY);
  if (resolvedBody !== undefined) filled.resolvedBody = cut(fill(resolvedBody, markdown), LONGEST_BODY);
  return filled as Pick<T, keyof Wording>;
}

export function wordsIn<T>(locales: Translations<T>, code: string | undefined): Partial<T> {
  if (code === undefined) return {};
  const base = code.split("-")[0] ?? code;
  return { ...ownPart(locales, base), ...ownPart(locales, code) };
}

type PlaceholderValues = Readonly<Record<"monitor" | "since" | "duration" | "error" | "status", string>>;

function placeholderValues(facts: OutageFacts, language: WordingLanguage) {
  const { monitor, startedAt, durationMs, error, status } = facts;
  return {
    monitor: toLine(monitor),
    since: longTimeFormat(language.code).format(startedAt),
    duration: formatLongDuration(durationMs, language.code),
    error: toLine(error) || "–",
    status: statusWord(status, language),
  };
}

function statusWord(status: "down" | "up", { code, languages }: WordingLanguage): string {
  const texts = PAGE_TEXTS.filter(({ key }) => key === `status.${status}`);
  const ownOf = (of: string) => languages.find((language) => language.code === of)?.translations;
  const translations = { ...ownOf(code.split("-")[0] ?? code), ...ownOf(code) };
  return textsFor(code, { translations, texts })[`status.${status}`] ?? status;
}

function fill(text: string, values: PlaceholderValues): string {
  return text.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name as keyof PlaceholderValues] : whole,
  );
}

function toLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, " ").trim();
}

function cut(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "");
}

function ownPart<T>(locales: Translations<T>, code: string): Partial<T> {
  return Object.hasOwn(locales, code) ? (locales[code] ?? {}) : {};
}
