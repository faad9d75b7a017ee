import { isGuardBreach, isUniqueBreach, type Statement, save } from "../data/db.ts";
import {
  deleteLocale,
  findLocale,
  hideLocale,
  insertLocale,
  type LocaleRow,
  listLocales as listRows,
  makeDefault,
  mergeTranslations,
  renameLocale,
  showLocale,
} from "../data/locale.ts";
import { placeholdersOf } from "../domain/page_text.ts";
import { PAGE_TEXTS } from "../domain/page_texts.ts";
import { findTranslationProblems } from "../domain/page_translation.ts";
import { AppError, invalid, notFound } from "../lib/errors.ts";
import type { Locale, LocaleChange, NewLocale } from "../schema/locale.ts";
import { recordAudit } from "./audit.ts";
import type { Context } from "./context.ts";
import { pageChanged } from "./page_change.ts";

const MOST_PROBLEMS = 100;

export async function listLocales(context: Context): Promise<Locale[]> {
  return (await listRows(context.db)).map(toLocale);
}

export function listLocaleKeys() {
  return PAGE_TEXTS.map((text) => ({ ...text, placeholders: placeholdersOf(text.en) }));
}

export async function getLocale(context: Context, code: string): Promise<Locale> {
  return toLocale(await getRow(context, code));
}

export async function createLocale(
  context: Context,
  { code, name, published = true }: NewLocale,
): Promise<Locale> {
  const times = { createdAt: context.now, updatedAt: context.now };
  const row = { code, name, isDefault: false, published, translations: {}, ...times };
  try {
    await saveChange(context, [insertLocale(context.db, row), record(context, "Create", row)]);
  } catch (error) {
    if (!isUniqueBreach(error)) throw error;
    throw new AppError("conflict", `The language ${code} is there already.`);
  }
  return toLocale(row);
}

export async function changeLocale(context: Context, code: string, change: LocaleChange): Promise<Locale> {
  const { now } = context;
  const before = await getRow(context, code);
  const { name = before.name, published = before.published, translations = {} } = change;
  if (before.isDefault && !published) throw hiddenDefault();
  const problems = findTranslationProblems(translations, PAGE_TEXTS);
  if (problems[0]) {
    const { path, message } = problems[0];
    throw invalid(`${path}: ${message}`, problems.slice(0, MOST_PROBLEMS));
  }
  const texts = Object.fromEntries(Object.entries(translations).map(([key, text]) => [key, text || null]));
  const fields = [
    ...(name === before.name ? [] : ["name"]),
    ...(published === before.published ? [] : ["published"]),
    ...Object.keys(texts).filter((key) => (before.translations[key] ?? null) !== texts[key]),
  ];
  if (fields.length > 0) {
    const shown = published ? [showLocale(code, now)] : hideLocale(code, now);
    try {
      await saveChange(context, [
        ...(published === before.published ? [] : shown),
        renameLocale(code, { name, now }),
        mergeTranslations(code, { texts, now }),
        record(context, "Update", { code, name }, { fields }),
      ]);
    } catch (error) {
      throw isGuardBreach(error) ? hiddenDefault() : error;
    }
  }
  return await getLocale(context, code);
}

export async function setDefaultLocale(context: Context, code: string): Promise<Locale> {
  const row = await getRow(context, code);
  const isHidden = new AppError("conflict", "Visitors are not offered this language yet: publish it first.");
  if (!row.published) throw isHidden;
  if (!row.isDefault) {
    try {
      await saveChange(context, [
        ...makeDefault(code, context.now),
        record(context, "Update", row, { fields: ["isDefault"] }),
      ]);
    } catch (error) {
      throw isGuardBreach(error) ? isHidden : error;
    }
  }
  return { ...toLocale(row), isDefault: true };
}

export async function removeLocale(context: Context, code: string): Promise<void> {
  const row = await getRow(context, code);
  const refusal = new AppError(
    "conflict",
    "This is the default language: make another one the default first.",
  );
  if (row.isDefault) throw refusal;
  try {
    await saveChange(context, [...deleteLocale(context.db, code), record(context, "Delete", row)]);
  } catch (error) {
    throw isGuardBreach(error) ? refusal : error;
  }
}

async function saveChange(context: Context, statements: readonly Statement[]): Promise<void> {
  await save(context.db, statements);
  await pageChanged(context.env);
}

async function getRow(context: Context, code: string): Promise<LocaleRow> {
  const row = await findLocale(context.db, code);
  if (!row) throw notFound("language");
  return row;
}

function record(
  context: Context,
  action: "Create" | "Update" | "Delete",
  { code, name }: Pick<LocaleRow, "code" | "name">,
  details: Record<string, unknown> = {},
): Statement {
  const entityName = `${name} (${code})`;
  return recordAudit(context, { action, entityType: "locale", entityName, details });
}

function hiddenDefault(): AppError {
  return new AppError(
    "conflict",
    "The default language is always shown: make another one the default before you hide it.",
  );
}

function toLocale({ code, name, isDefault, published, translations }: LocaleRow): Locale {
  return { code, name, isDefault, published, translations };
}
