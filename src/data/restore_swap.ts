import { sql } from "drizzle-orm";
import { SHADOW } from "../domain/backup/shadow.ts";
import { OWN_SETTINGS } from "../domain/backup/tables.ts";
import { childrenFirst, listTableShapes, quoted, type TableShape } from "./backup_shape.ts";
import { type Db, guard, listOf, type Statement } from "./db.ts";
import { type RestoreMark, saveRestoreMark } from "./restore_epoch.ts";
import { dropTables, latestSchema } from "./restore_load.ts";
import { NEW_MARK, watchOf } from "./watch.ts";

interface Swap {
  mark: RestoreMark;
  sequences: Readonly<Record<string, number>>;
  by: string;
  audit: Statement;
}

interface Places {
  tables: TableShape[];
  shadows: TableShape[];
  indexes: string[];
}

export async function readPlaces(db: Db): Promise<Places> {
  const shapes = await listTableShapes(db);
  const shadows = shapes.filter(({ name }) => name.startsWith(SHADOW));
  const filled = new Set(shadows.map(({ name }) => name.slice(SHADOW.length)));
  const tables = childrenFirst(shapes.filter(({ name }) => !name.startsWith(SHADOW)));
  const missing = tables.find(({ name }) => !filled.has(name));
  if (missing) throw new Error(`nothing takes the place of the table ${missing.name}`);
  const indexes = await db.all<{ sql: string }>(sql`
    SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL
      AND tbl_name IN ${listOf(tables.map(({ name }) => name))}`);
  return { tables, shadows, indexes: indexes.map((index) => index.sql) };
}

/**
 * The one transaction of a restore: shadows replace the tables, and nobody sees a partial state. Children are
 * dropped before parents, which would otherwise cascade row by row; a rename takes references along. Indexes
 * are made last, and only their cost grows with the rows.
 */
export function swapShadows({ tables, shadows, indexes }: Places, swap: Swap): Statement[] {
  const names = tables.map(({ name }) => name);
  const others = shadows.filter(({ name }) => !names.includes(name.slice(SHADOW.length)));
  return [
    guard(sql`(SELECT max(name) FROM d1_migrations) = ${latestSchema()}`),
    ...keepOwn(swap.mark),
    ...raiseVersions(swap),
    ...raiseSequences(names, swap.sequences),
    ...dropTables([...tables, ...others]),
    ...names.map((name) => sql`ALTER TABLE ${quoted(SHADOW + name)} RENAME TO ${quoted(name)}`),
    ...indexes.map((index) => sql.raw(index)),
    swap.audit,
  ];
}

function keepOwn(mark: RestoreMark): Statement[] {
  return [
    sql`DELETE FROM restore_settings WHERE name IN ${listOf(OWN_SETTINGS)}`,
    sql`INSERT INTO restore_settings SELECT * FROM settings WHERE name IN ${listOf(OWN_SETTINGS)}`,
    saveRestoreMark(sql`restore_settings`, mark),
    sql`
      INSERT INTO restore_stale_watches (watch, version)
      SELECT watch, ${NEW_MARK} FROM (
        SELECT ${watchOf(sql`id`)} AS watch FROM monitors UNION SELECT ${watchOf(sql`id`)} FROM restore_monitors)`,
  ];
}

/** Forms opened before the restore must not overwrite what is there now. */
function raiseVersions({ mark, by }: Swap): Statement[] {
  return [
    sql`
      UPDATE restore_versions SET version = max(restore_versions.version, live.version) + 1,
        changed_by = ${by}, changed_at = ${mark.at}
      FROM versions AS live WHERE live.object = restore_versions.object
        AND (live.version <> restore_versions.version OR live.changed_at <> restore_versions.changed_at)`,
    sql`
      INSERT INTO restore_versions (object, version, changed_by, changed_at)
      SELECT object, version + 1, ${by}, ${mark.at} FROM versions WHERE true ON CONFLICT (object) DO NOTHING`,
  ];
}

/** Ids are never reused, neither here nor where the backup was made. */
function raiseSequences(names: readonly string[], sequences: Readonly<Record<string, number>>): Statement[] {
  const highest = JSON.stringify(names.map((name) => [name, sequences[name] ?? 0]));
  return [
    sql`
      INSERT INTO sqlite_sequence (name, seq)
      SELECT ${SHADOW} || live.name, 0 FROM sqlite_sequence AS live
      WHERE live.name IN ${listOf(names)}
        AND NOT EXISTS (SELECT 1 FROM sqlite_sequence AS own WHERE own.name = ${SHADOW} || live.name)`,
    sql`
      INSERT INTO sqlite_sequence (name, seq)
      SELECT ${SHADOW} || (value ->> 0), 0 FROM json_each(${highest})
      WHERE value ->> 1 > 0
        AND NOT EXISTS (SELECT 1 FROM sqlite_sequence AS own WHERE own.name = ${SHADOW} || (value ->> 0))`,
    sql`
      UPDATE sqlite_sequence SET seq = max(seq,
        coalesce((SELECT live.seq FROM sqlite_sequence AS live WHERE ${SHADOW} || live.name = sqlite_sequence.name), 0),
        coalesce((SELECT value ->> 1 FROM json_each(${highest}) WHERE ${SHADOW} || (value ->> 0) = sqlite_sequence.name), 0))
      WHERE name LIKE ${`${SHADOW}%`}`,
  ];
}
