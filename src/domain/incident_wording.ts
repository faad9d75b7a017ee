import { formatDuration } from "./duration_wording.ts";
import { PAGE_TEXTS } from "./page_texts.ts";

/** The texts of an automatic incident: as a template has them with placeholders, and filled. */
export interface Wording {
  title: string;
  body: string;
  resolvedBody: string;
}

/** By language code; what a language leaves out is read in the main wording. */
export type Translations<T> = Readonly<Record<string, Partial<T>>>;

/** By incident, and by update: what there is in other languages than the main one. */
export type IncidentWords = Readonly<
  Record<
    number,
    { title: Translations<{ title: string }>; updates: Record<number, Translations<{ body: string }>> }
  >
>;

export interface OutageFacts {
  monitor: string;
  durationMs: number;
  error: string;
  status: "down" | "up";
}

export const LONGEST_TITLE = 200;
export const LONGEST_BODY = 20_000;

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;
const MAIN_LANGUAGE = "en";

export function fillTemplate(
  template: Wording & { locales: Translations<Wording> },
  facts: OutageFacts,
): Wording & { locales: Record<string, Partial<Wording>> } {
  const locales = Object.entries(template.locales).map(([code, wording]) => [
    code,
    fillWording(wording, facts, code),
  ]);
  return { ...fillWording(template, facts, MAIN_LANGUAGE), locales: Object.fromEntries(locales) };
}

/** Only the parts that are there. */
function fillWording<T extends Partial<Wording>>(
  { title, body, resolvedBody }: T,
  facts: OutageFacts,
  code: string,
): Pick<T, keyof Wording> {
  const plain = placeholderValues(facts, code);
  const markdown = { ...plain, monitor: escapeMarkdown(plain.monitor), error: escapeMarkdown(plain.error) };
  const filled: Partial<Wording> = {};
  if (title !== undefined) filled.title = cut(toLine(fill(title, plain)), LONGEST_TITLE);
  if (body !== undefined) filled.body = cut(fill(body, markdown), LONGEST_BODY);
  if (resolvedBody !== undefined) filled.resolvedBody = cut(fill(resolvedBody, markdown), LONGEST_BODY);
  return filled as Pick<T, keyof Wording>;
}

/** What is said in this language: its own words, else those of its base language, else the main ones. */
export function wordsIn<T>(locales: Translations<T>, code: string | undefined): Partial<T> {
  if (code === undefined) return {};
  const base = code.split("-")[0] ?? code;
  return { ...ownPart(locales, base), ...ownPart(locales, code) };
}

type PlaceholderValues = Readonly<Record<"monitor" | "duration" | "error" | "status", string>>;

function placeholderValues({ monitor, durationMs, error, status }: OutageFacts, code: string) {
  return {
    monitor: toLine(monitor),
    duration: formatDuration(durationMs, code),
    error: toLine(error) || "–",
    status: statusWord(status, code),
  };
}

function statusWord(status: "down" | "up", code: string): string {
  const text = PAGE_TEXTS.find(({ key }) => key === `status.${status}`);
  if (!text) return status;
  return /^pl(-|$)/.test(code) ? text.pl : text.en;
}

/** A placeholder of no such name stays as written. */
function fill(text: string, values: PlaceholderValues): string {
  return text.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name as keyof PlaceholderValues] : whole,
  );
}

/** A target's answer is quoted on the page: it must not become a link or an image there. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`[\]<]/g, "\\$&");
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
