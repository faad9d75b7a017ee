import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { inChunks, type Statement } from "./db.ts";

/*
 * Statements for rows that come as one JSON parameter, with names and values as the table's columns say. Their text
 * depends on the table and the keys alone, never on the rows.
 */

type Row<T extends SQLiteTable> = T["$inferSelect"];
type Key<T extends SQLiteTable> = Extract<keyof Row<T>, string>;

export function cell(key: string): SQL {
  return sql.raw(`own.value ->> '${key}'`);
}

export function keysBut<T extends SQLiteTable, K extends Key<T>>(
  table: T,
  ...without: readonly K[]
): Exclude<Key<T>, K>[] {
  const left = new Set<string>(without);
  return Object.keys(getTableColumns(table)).filter((key) => !left.has(key)) as Exclude<Key<T>, K>[];
}

/**
 * Inserts a few hundred rows per statement: these columns, or all but `id`. On a conflict of `upsertOn` the other
 * columns are replaced.
 */
export function insertRows<
  T extends SQLiteTable,
  K extends Key<T> = Exclude<Key<T>, "id">,
  E extends Key<T> = never,
>(
  table: T,
  rows: readonly NoInfer<Pick<Row<T>, Exclude<K, E>>>[],
  {
    keys,
    set,
    or,
    where = sql`true`,
    upsertOn,
  }: {
    keys?: readonly K[];
    set?: Readonly<Record<E, SQL>>;
    or?: "IGNORE";
    where?: SQL;
    upsertOn?: readonly Key<T>[];
  } = {},
): Statement[] {
  const values: Readonly<Record<string, SQL>> = set ?? {};
  const all = [...new Set<string>([...(keys ?? keysBut(table, "id" as Key<T>)), ...Object.keys(values)])];
  const replaced = all.filter((key) => !upsertOn?.some((one) => one === key));
  const update = list(replaced.map((key) => sql`${nameOf(table, key)} = excluded.${nameOf(table, key)}`));
  return inChunks(
    rows.map((row) => encode(table, row)),
    (chunk) => sql`
      INSERT ${or ? sql`OR IGNORE` : sql``} INTO ${table} (${namesOf(table, all)})
      SELECT ${list(all.map((key) => values[key] ?? cell(key)))} FROM json_each(${chunk}) AS own WHERE ${where}
      ${upsertOn ? sql`ON CONFLICT (${namesOf(table, upsertOn)}) DO UPDATE SET ${update}` : sql``}`,
  );
}

/** Finds rows `by` one column. With `isPartial`, columns without a value stay. */
export function updateRows<
  T extends SQLiteTable,
  K extends Key<T>,
  B extends Key<T>,
  P extends boolean = false,
>(
  table: T,
  rows: readonly (Pick<Row<T>, B> & (P extends true ? Partial<Pick<Row<T>, K>> : Pick<Row<T>, K>))[],
  {
    by,
    keys,
    set = {},
    where = sql`true`,
    isPartial,
  }: { by: B; keys: readonly K[]; set?: Readonly<Record<string, SQL>>; where?: SQL; isPartial?: P },
): Statement[] {
  const changes = keys.map((key) => {
    const name = nameOf(table, key);
    return isPartial ? sql`${name} = coalesce(${cell(key)}, ${table}.${name})` : sql`${name} = ${cell(key)}`;
  });
  const others = Object.entries(set).map(([key, value]) => sql`${nameOf(table, key)} = ${value}`);
  return inChunks(
    rows.map((row) => encode(table, row)),
    (chunk) => sql`
      UPDATE ${table} SET ${list([...changes, ...others])}
      FROM json_each(${chunk}) AS own WHERE ${table}.${nameOf(table, by)} = ${cell(by)} AND ${where}`,
  );
}

export function insertIf<T extends SQLiteTable>(
  table: T,
  row: Omit<Row<T>, "id"> | Row<T>,
  { or, where }: { or: "REPLACE" | "IGNORE"; where: SQL },
): Statement {
  const given = Object.entries(getTableColumns(table)).filter(([key]) => key in row);
  const names = given.map(([key]) => nameOf(table, key));
  const values = given.map(([key, column]) => sql`${sql.param(row[key as keyof typeof row], column)}`);
  return sql`
    INSERT OR ${sql.raw(or)} INTO ${table} (${list(names)}) SELECT ${list(values)} WHERE ${where}`;
}

function encode(table: SQLiteTable, row: object): Record<string, unknown> {
  const columns: Record<string, SQLiteColumn | undefined> = getTableColumns(table);
  const entries = Object.entries(row).map(([key, value]) => {
    const isPlain = value === null || value === undefined;
    return [key, isPlain ? value : (columns[key]?.mapToDriverValue(value) ?? value)];
  });
  return Object.fromEntries(entries);
}

function columnOf(table: SQLiteTable, key: string): SQLiteColumn {
  const column = getTableColumns(table)[key];
  if (!column) throw new Error(`the table has no column for ${key}`);
  return column;
}

function nameOf(table: SQLiteTable, key: string): SQL {
  return sql`${sql.identifier(columnOf(table, key).name)}`;
}

function namesOf(table: SQLiteTable, keys: readonly string[]): SQL {
  return list(keys.map((key) => nameOf(table, key)));
}

function list(parts: readonly SQL[]): SQL {
  return sql.join([...parts], sql`, `);
}
