import { sql } from "drizzle-orm";
import { SHADOW, shadowStatements } from "../domain/backup/shadow.ts";
import { utf8 } from "../lib/bytes.ts";
import type { RowsRecord } from "../schema/backup_file.ts";
import { childrenFirst, listTableShapes, quoted, type TableShape } from "./backup_shape.ts";
import type { Db, Statement } from "./db.ts";
import { splitStatements } from "./migrate.ts";
import { MIGRATIONS, type Migration } from "./migrations.ts";

/** Below the two million bytes that D1 takes as one value. */
const MOST_BYTES = 1_500_000;

const APPLIED = "restore__applied";

export function knowsSchema(name: string): boolean {
  return MIGRATIONS.some((migration) => migration.name === name);
}

export function latestSchema(): string {
  return MIGRATIONS.at(-1)?.name ?? "";
}

export async function listShadowShapes(db: Db): Promise<TableShape[]> {
  return (await listTableShapes(db)).filter(({ name }) => name.startsWith(SHADOW));
}

export async function readShadowShapes(db: Db): Promise<Map<string, TableShape>> {
  const shadows = (await listShadowShapes(db)).filter(({ name }) => name !== APPLIED);
  return new Map(shadows.map((shape) => [shape.name.slice(SHADOW.length), shape]));
}

export function dropTables(shapes: readonly TableShape[]): Statement[] {
  return childrenFirst(shapes).map(({ name }) => sql`DROP TABLE IF EXISTS ${quoted(name)}`);
}

export function beginShadows(): Statement {
  return sql`CREATE TABLE ${quoted(APPLIED)} (name TEXT PRIMARY KEY)`;
}

/** Rows inserted by migrations are in the backup already, or were deleted since. */
export function deleteShadowRows(shapes: readonly TableShape[]): Statement[] {
  return childrenFirst(shapes).map(({ name }) => sql`DELETE FROM ${quoted(name)}`);
}

export function migrationsUpTo(schema: string): readonly Migration[] {
  return MIGRATIONS.slice(0, MIGRATIONS.findIndex(({ name }) => name === schema) + 1);
}

export async function listMissingMigrations(db: Db): Promise<Migration[]> {
  const rows = await db.all<{ name: string }>(sql`SELECT name FROM ${quoted(APPLIED)}`);
  const applied = new Set(rows.map(({ name }) => name));
  return MIGRATIONS.filter(({ name }) => !applied.has(name));
}

export function applyToShadows({ name, sql: text }: Migration): Statement[] {
  const statements = shadowStatements(splitStatements(text)).map((statement) => sql.raw(statement));
  return [sql`INSERT INTO ${quoted(APPLIED)} (name) VALUES (${name})`, ...statements];
}

/** Repeating it changes nothing. Rows whose parent is missing are skipped: it was deleted during the backup. */
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

function inParts(rows: RowsRecord["rows"]): { rows: RowsRecord["rows"]; json: string }[] {
  const json = JSON.stringify(rows);
  if (rows.length <= 1 || !isTooLong(json)) return [{ rows, json }];
  const middle = Math.ceil(rows.length / 2);
  return [...inParts(rows.slice(0, middle)), ...inParts(rows.slice(middle))];
}

/** A UTF-16 unit takes at most three bytes. */
function isTooLong(json: string): boolean {
  return json.length > MOST_BYTES / 3 && utf8(json).length > MOST_BYTES;
}
