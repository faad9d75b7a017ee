import { eq, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "./db.ts";
import { settings } from "./tables.ts";
import { versionOf } from "./version.ts";

/** The stored value as it was saved, or null; who asks checks it against the noun's schema. */
export async function findSetting(db: Db, name: string): Promise<unknown> {
  const row = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, name)).get();
  return row?.value ?? null;
}

/** The same with the version of the object that it is. */
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

/** True while the setting is what it was when it was read, null included. */
export function isSettingStill(name: string, value: unknown): SQL {
  const text = value === null ? null : JSON.stringify(value);
  return sql`(SELECT value FROM settings WHERE name = ${name}) IS ${text}`;
}
