import { sql } from "drizzle-orm";
import { SHADOW, shadowStatements } from "../domain/backup/shadow.ts";
import { utf8 } from "../lib/bytes.ts";
import type { RowsRecord } from "../schema/backup_file.ts";
import { childrenFirst, listTableShapes, quoted, type TableShape } from "./backup_shape.ts";
import type { Db, Statement } from "./db.ts";
import { splitStatements } from "./migrate.ts";
import { MIGRATIONS, type Migration } from "./migrations.ts";

/** Below the two million bytes that the database takes as one value. */
const MOST_BYTES = 1_500_000;

/** Beside the shadows: which migrations they have had. */
const APPLIED = "restore__applied";

export function knowsSchema(name: string): boolean {
  return MIGRATIONS.some((migration) => migration.name === name);
}

export function latestSchema(): string {
  return MIGRATIONS.at(-1)?.name ?? "";
}

/** All that a restore has made, or one that was cut off has left behind. */
export async function listShadowShapes(db: Db): Promise<TableShape[]> {
  return (await listTableShapes(db)).filter(({ name }) => name.startsWith(SHADOW));
}

/** By the names of the tables whose place they are to take. */
export async function readShadowShapes(db: Db): Promise<Map<string, TableShape>> {
  const shadows = (await listShadowShapes(db)).filter(({ name }) => name !== APPLIED);
  return new Map(shadows.map((shape) => [shape.name.slice(SHADOW.length), shape]));
}

export function dropTables(shapes: readonly TableShape[]): Statement[] {
  return childrenFirst(shapes).map(({ name }) => sql`DROP TABLE IF EXISTS ${quoted(name)}`);
}

/** Before the first migration of the shadows. */
export function beginShadows(): Statement {
  return sql`CREATE TABLE ${quoted(APPLIED)} (name TEXT PRIMARY KEY)`;
}

/** What migrations put into new tables is in the backup already, or was deleted since. */
export function deleteShadowRows(shapes: readonly TableShape[]): Statement[] {
  return childrenFirst(shapes).map(({ name }) => sql`DELETE FROM ${quoted(name)}`);
}

/** Those up to this one. */
export function migrationsUpTo(schema: string): readonly Migration[] {
  return MIGRATIONS.slice(0, MIGRATIONS.findIndex(({ name }) => name === schema) + 1);
}

/** Those that the shadows have not had. */
export async function listMissingMigrations(db: Db): Promise<Migration[]> {
  const rows = await db.all<{ name: string }>(sql`SELECT name FROM ${quoted(APPLIED)}`);
  const applied = new Set(rows.map(({ name }) => name));
  return MIGRATIONS.filter(({ name }) => !applied.has(name));
}

/** One transaction, which notes that they have had it. */
export function applyToShadows({ name, sql: text }: Migration): Statement[] {
  const statements = shadowStatements(splitStatements(text)).map((statement) => sql.raw(statement));
  return [sql`INSERT INTO ${quoted(APPLIED)} (name) VALUES (${name})`, ...statements];
}

/**
 * Rows as the file has them into a shadow. Told again they change nothing; what was there before stays. A row that hangs
 * on one which is not there is left out: it was deleted while the backup was made.
 */
export function insertRows(shadows: ReadonlyMap<string, TableShape>, record: RowsRecord): Statement[] {
  const shape = shadows.get(record.table);
  if (!shape) throw new Error(`there is no table ${record.table}`);
  return inParts(record.rows).map((part) => insertPart(shape, record, part));
}

function insertPart(
  shape: TableShape,
  { columns, blobs }: RowsRecord,
  { rows, json }: { rows: RowsRecord["rows"]; json: string },
): Statement {
  // One that is longer than a value may be comes as its cells, of which none is.
  const [only] = rows.length === 1 && isTooLong(json) ? rows : [];
  const cellAt = (i: number) => (only ? sql`${only[i]}` : sql`row.value ->> ${sql.raw(String(i))}`);
  const cells = columns.map((column, i) => (blobs.includes(column) ? sql`unhex(${cellAt(i)})` : cellAt(i)));
  const present = shape.references.flatMap(({ column, table, to }) => {
    const i = columns.indexOf(column);
    if (i < 0) return [];
    const isThere = sql`EXISTS (SELECT 1 FROM ${quoted(table)} WHERE ${quoted(to)} = (${cellAt(i)}))`;
    return [sql`AND ((${cellAt(i)}) IS NULL OR ${isThere})`];
  });
  return sql`
    INSERT INTO ${quoted(shape.name)} (${sql.join(columns.map(quoted), sql`, `)})
    SELECT ${sql.join(cells, sql`, `)} ${only ? sql`` : sql`FROM json_each(${json}) AS row`}
    WHERE 1 ${sql.join(present, sql` `)}
    ON CONFLICT (${sql.join(shape.key.map(quoted), sql`, `)}) DO NOTHING`;
}

/** As many at a time as the database takes as one value. */
function inParts(rows: RowsRecord["rows"]): { rows: RowsRecord["rows"]; json: string }[] {
  const json = JSON.stringify(rows);
  if (rows.length <= 1 || !isTooLong(json)) return [{ rows, json }];
  const middle = Math.ceil(rows.length / 2);
  return [...inParts(rows.slice(0, middle)), ...inParts(rows.slice(middle))];
}

/** A character has three bytes at most. */
function isTooLong(json: string): boolean {
  return json.length > MOST_BYTES / 3 && utf8(json).length > MOST_BYTES;
}
