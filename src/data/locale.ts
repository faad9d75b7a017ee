import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { type Db, guard, type Statement } from "./db.ts";
import { locales } from "./tables_page.ts";
import { type LastChange, raiseVersionsOf, versionOf } from "./version.ts";

export type LocaleRow = typeof locales.$inferSelect;
export type StoredLocale = LocaleRow & { version: number };

const columns = { ...getTableColumns(locales), version: versionOf(sql`'locale/' || ${locales.code}`) };

export async function listLocales(db: Db): Promise<StoredLocale[]> {
  return await db.select(columns).from(locales).orderBy(locales.code);
}

export async function findLocale(db: Db, code: string): Promise<StoredLocale | null> {
  return (await db.select(columns).from(locales).where(eq(locales.code, code)).get()) ?? null;
}

export function insertLocale(db: Db, row: LocaleRow): Statement {
  return db.insert(locales).values(row);
}

export function renameLocale(db: Db, code: string, { name, now }: { name: string; now: number }): Statement {
  return db.update(locales).set({ name, updatedAt: now }).where(eq(locales.code, code));
}

export function hideLocale(db: Db, code: string, now: number): Statement[] {
  return [
    guard(sql`NOT EXISTS (SELECT 1 FROM locales WHERE code = ${code} AND is_default = 1)`),
    db.update(locales).set({ published: false, updatedAt: now }).where(eq(locales.code, code)),
  ];
}

export function showLocale(db: Db, code: string, now: number): Statement {
  return db.update(locales).set({ published: true, updatedAt: now }).where(eq(locales.code, code));
}

/** Texts not named stay; null removes one. Concurrent translators don't overwrite each other. */
export function mergeTranslations(
  code: string,
  { texts, now }: { texts: Readonly<Record<string, string | null>>; now: number },
): Statement {
  return sql`
    UPDATE locales SET translations = json_patch(translations, ${JSON.stringify(texts)}), updated_at = ${now}
    WHERE code = ${code}`;
}

export function raiseDefaultLocale(change: LastChange): Statement {
  return raiseVersionsOf(sql`SELECT 'locale/' || code FROM locales WHERE is_default = 1`, change);
}

export function makeDefault(db: Db, code: string, now: number): Statement[] {
  return [
    guard(sql`EXISTS (SELECT 1 FROM locales WHERE code = ${code} AND published = 1)`),
    db.update(locales).set({ isDefault: false }).where(eq(locales.isDefault, true)),
    db.update(locales).set({ isDefault: true, updatedAt: now }).where(eq(locales.code, code)),
  ];
}

export function deleteLocale(db: Db, code: string): Statement[] {
  return [
    guard(sql`NOT EXISTS (SELECT 1 FROM locales WHERE code = ${code} AND is_default = 1)`),
    db.delete(locales).where(and(eq(locales.code, code), eq(locales.isDefault, false))),
  ];
}
