import { eq, type SQL, sql } from "drizzle-orm";
import { type Db, listOf, type Statement } from "./db.ts";
import { settings } from "./tables.ts";
import { versionOf } from "./version.ts";

export async function findSetting(db: Db, name: string): Promise<unknown> {
  return (await selectSetting(db, name).get())?.value ?? null;
}

export function selectSetting(db: Db, name: string) {
  return db.select({ value: settings.value }).from(settings).where(eq(settings.name, name));
}

export function selectSettings(names: readonly string[]): SQL {
  return sql`SELECT name, value FROM settings WHERE name IN ${listOf(names)}`;
}

export async function findSettings(db: Db, names: readonly string[]): Promise<Map<string, unknown>> {
  const rows = await db.all<{ name: string; value: string }>(selectSettings(names));
  return new Map(rows.map(({ name, value }) => [name, JSON.parse(value)]));
}

export async function findSettingVersion(
  db: Db,
  name: string,
  object: string,
): Promise<{ value: unknown; version: number }> {
  const row = await db.get<{ value: string | null; version: number }>(sql`
    SELECT (SELECT value FROM settings WHERE name = ${name}) AS value, ${versionOf(object)} AS version`);
  return { value: row.value === null ? null : JSON.parse(row.value), version: row.version };
}

export function saveSetting(db: Db, name: string, value: unknown, now: number): Statement {
  return db
    .insert(settings)
    .values({ name, value, updatedAt: now })
    .onConflictDoUpdate({ target: settings.name, set: { value, updatedAt: now } });
}

/** A stored time later than `latest` is kept. */
export function saveTimeUnlessAfter(name: string, time: number, latest: number): Statement {
  return sql`
    INSERT INTO settings (name, value, updated_at) VALUES (${name}, ${String(time)}, ${time})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
    WHERE CAST(settings.value AS INTEGER) <= ${latest}`;
}

export function insertSetting(db: Db, name: string, value: unknown, now: number): Statement {
  return db.insert(settings).values({ name, value, updatedAt: now }).onConflictDoNothing();
}

export function deleteSetting(db: Db, name: string): Statement {
  return db.delete(settings).where(eq(settings.name, name));
}

export function hasSetting(names: readonly string[]): SQL {
  return sql`EXISTS (SELECT 1 FROM settings WHERE name IN ${listOf(names)})`;
}

export function isSettingStill(name: string, value: unknown): SQL {
  const text = value === null ? null : JSON.stringify(value);
  return sql`(SELECT value FROM settings WHERE name = ${name}) IS ${text}`;
}
