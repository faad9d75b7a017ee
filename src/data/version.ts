import { eq, type SQL, sql } from "drizzle-orm";
import { type Db, guard, inChunks, type Statement } from "./db.ts";
import { versions } from "./tables.ts";

export interface LastChange {
  changedBy: string;
  changedAt: number;
}

export function versionOf(object: string | SQL): SQL<number> {
  return sql<number>`coalesce((SELECT version FROM versions WHERE object = ${object}), 1)`;
}

export async function findLastChange(db: Db, object: string): Promise<LastChange | null> {
  const { changedBy, changedAt } = versions;
  const row = await db
    .select({ changedBy, changedAt })
    .from(versions)
    .where(eq(versions.object, object))
    .get();
  return row ?? null;
}

export function guardVersion(object: string, version: number): Statement {
  return guard(sql`${versionOf(object)} = ${version}`);
}

export function guardVersions(read: readonly { object: string; version: number }[]): Statement[] {
  return inChunks(
    read.map(({ object, version }) => [object, version]),
    (chunk) =>
      guard(sql`NOT EXISTS (
      SELECT 1 FROM json_each(${chunk}) AS p
      WHERE ${versionOf(sql`p.value ->> 0`)} <> p.value ->> 1)`),
  );
}

export function raiseVersions(objects: readonly string[], { changedBy, changedAt }: LastChange): Statement[] {
  return inChunks(objects, (chunk) =>
    raise(sql`SELECT value FROM json_each(${chunk})`, changedBy, changedAt),
  );
}

const TABLES = { monitor: "monitors", notification_channel: "channels", action: "actions" } as const;

export function raiseVersionsByKey(
  kind: keyof typeof TABLES,
  keys: readonly string[],
  { changedBy, changedAt }: LastChange,
): Statement[] {
  const table = sql.raw(TABLES[kind]);
  return inChunks(keys, (chunk) =>
    raise(
      sql`SELECT ${`${kind}/`} || id FROM ${table} WHERE key IN (SELECT value FROM json_each(${chunk}))`,
      changedBy,
      changedAt,
    ),
  );
}

export function raiseVersionsOf(objects: SQL, { changedBy, changedAt }: LastChange): Statement {
  return raise(objects, changedBy, changedAt);
}

function raise(objects: SQL, changedBy: string, changedAt: number): Statement {
  return sql`
    INSERT INTO versions (object, version, changed_by, changed_at)
    SELECT object, 2, ${changedBy}, ${changedAt} FROM (SELECT NULL AS object WHERE false UNION ${objects})
    WHERE true
    ON CONFLICT (object) DO UPDATE
      SET version = version + 1, changed_by = excluded.changed_by, changed_at = excluded.changed_at`;
}
