import { isGuardBreach, isUniqueBreach, type Statement, save } from "../../data/db.ts";
import {
  deleteLocale,
  findLocale,
  hideLocale,
  insertLocale,
  type LocaleRow,
  listLocales as listRows,
  makeDefault,
  mergeTranslations,
  raiseDefaultLocale,
  renameLocale,
  type StoredLocale,
  showLocale,
} from "../../data/locale.ts";
import { raiseVersions } from "../../data/version.ts";
import { builtInReader, findTranslationProblems } from "../../domain/page/language.ts";
import { placeholdersOf } from "../../domain/page/text.ts";
import { PAGE_TEXTS } from "../../domain/page/texts.ts";
import { decideChanges, listSettings } from "../../domain/system/audit_changes.ts";
import { AppError, invalid, notFound } from "../../lib/errors.ts";
import { pick } from "../../lib/pick.ts";
import type { Locale, LocaleChange, NewLocale } from "../../schema/locale.ts";
import { pageChanged } from "../announce/page.ts";
import type { Context } from "../context.ts";
import { lastChangeBy, recordAudit, recordRemoval, recordUpdate } from "../record/audit.ts";
import { edit, objectOf } from "../record/version.ts";

const MOST_PROBLEMS = 100;

export async function listLocales(context: Context): Promise<Locale[]> {
  return (await listRows(context.db)).map(toLocale);
}

export function listLocaleKeys({ language }: { language?: string | undefined }) {
  const read = language === undefined ? () => undefined : builtInReader(language);
  return PAGE_TEXTS.map((text) => {
    const builtIn = read(text);
    return { ...text, ...(builtIn && { builtIn }), placeholders: placeholdersOf(text.en) };
  });
}

export async function getLocale(context: Context, code: string): Promise<Locale> {
  return toLocale(await getRow(context, code));
}

export async function createLocale(
  context: Context,
  { code, name, published = true }: NewLocale,
): Promise<Locale> {
  try {
    await saveChange(context, makeLocale(context, { code, name, published, translations: {} }));
  } catch (error) {
    if (!isUniqueBreach(error)) throw error;
    throw new AppError("conflict", `The language ${code} already exists.`);
  }
  return await getLocale(context, code);
}

export function makeLocale(
  context: Context,
  { translations, ...given }: Pick<LocaleRow, "code" | "name" | "published" | "translations">,
): Statement[] {
  const times = { createdAt: context.now, updatedAt: context.now };
  const row = { ...given, isDefault: false, translations, ...times };
  const settings = Object.keys(translations).length > 0 ? { ...given, translations } : given;
  return [
    insertLocale(context.db, row),
    // The code may have existed before: its version must keep growing.
    ...raiseVersions([localeObject(row.code)], lastChangeBy(context)),
    recordAudit(context, {
      action: "Create",
      ...entityOf(row),
      details: { fields: listSettings(settings) },
    }),
  ];
}

export async function updateLocale(
  context: Context,
  code: string,
  { version, ...change }: LocaleChange,
): Promise<Locale> {
  const problems = findTranslationProblems(change.translations ?? {}, PAGE_TEXTS);
  if (problems[0]) {
    const { path, message } = problems[0];
    throw invalid(`${path}: ${message}`, problems.slice(0, MOST_PROBLEMS));
  }
  const load = async () => await getRow(context, code);
  const decide = async (before: LocaleRow) => decideLocale(context, before, change);
  if (await edit(context, { object: localeObject(code), version, load, decide }))
    await pageChanged(context.env);
  return await getLocale(context, code);
}

export function decideLocale(
  context: Context,
  before: LocaleRow,
  { name = before.name, published = before.published, translations = {} }: Omit<LocaleChange, "version">,
): Statement[] {
  if (before.isDefault && !published) throw hiddenDefault();
  const { now } = context;
  const { code } = before;
  const texts = Object.fromEntries(Object.entries(translations).map(([key, text]) => [key, text || null]));
  const changes = decideChanges(
    { name: before.name, published: before.published, translations: pick(before.translations, texts) },
    { name, published, translations: texts },
  );
  if (Object.keys(changes).length === 0) return [];
  const shown = published ? [showLocale(context.db, code, now)] : hideLocale(context.db, code, now);
  return [
    ...(published === before.published ? [] : shown),
    renameLocale(context.db, code, { name, now }),
    mergeTranslations(code, { texts, now }),
    ...recordUpdate(context, { ...entityOf({ code, name }), object: localeObject(code), changes }),
  ];
}

export async function updateDefaultLocale(context: Context, code: string): Promise<Locale> {
  const row = await getRow(context, code);
  const isHidden = new AppError("conflict", "This language isn't published yet: publish it first.");
  if (!row.published) throw isHidden;
  if (!row.isDefault) {
    try {
      await saveChange(context, makeDefaultLocale(context, row));
    } catch (error) {
      throw isGuardBreach(error) ? isHidden : error;
    }
  }
  return await getLocale(context, code);
}

export function makeDefaultLocale(context: Context, row: Pick<LocaleRow, "code" | "name">): Statement[] {
  const changes = { isDefault: [false, true] } as const;
  return [
    raiseDefaultLocale(lastChangeBy(context)),
    ...makeDefault(context.db, row.code, context.now),
    ...recordUpdate(context, { ...entityOf(row), object: localeObject(row.code), changes }),
  ];
}

export async function removeLocale(context: Context, code: string): Promise<void> {
  const object = localeObject(code);
  await edit(context, {
    object,
    version: undefined,
    load: async () => await getRow(context, code),
    decide: async (row) => {
      if (row.isDefault)
        throw new AppError("conflict", "This is the default language: choose another default first.");
      return [...deleteLocale(context.db, code), ...recordRemoval(context, { ...entityOf(row), object })];
    },
  });
  await pageChanged(context.env);
}

async function saveChange(context: Context, statements: readonly Statement[]): Promise<void> {
  await save(context.db, statements);
  await pageChanged(context.env);
}

async function getRow(context: Context, code: string): Promise<StoredLocale> {
  const row = await findLocale(context.db, code);
  if (!row) throw notFound("language");
  return row;
}

function localeObject(code: string): string {
  return objectOf("locale", code);
}

function entityOf({ code, name }: Pick<LocaleRow, "code" | "name">) {
  return { entityType: "locale", entityName: `${name} (${code})` } as const;
}

function hiddenDefault(): AppError {
  return new AppError(
    "conflict",
    "The default language is always shown: choose another default before hiding it.",
  );
}

function toLocale({ code, version, name, isDefault, published, translations }: StoredLocale): Locale {
  return { code, version, name, isDefault, published, translations };
}
