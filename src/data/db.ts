import { getTableColumns, SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { SQLiteAsyncDialect, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { noteRoom } from "./disk.ts";

/*
 * What reads is async and answers rows. What writes returns a `Statement`, always, and only `save` executes one: a
 * verb collects its writes with their audit entry into one batch.
 *
 * Drizzle says whatever is of columns, values and joins, so that names and types are checked. Raw `sql` says the rest:
 * writes that select what they write or that many rows come to in one JSON parameter, conflicts that count up, JSON
 * taken apart or patched, recursion, guards, and conditions that name a state, since an index of a part of a table is
 * used only for values that are written out. A list is one parameter in either (`list_of.ts`).
 */

export type Db = DrizzleD1Database & { $client: D1Database };

type Query = SQL | { toSQL(): { sql: string; params: unknown[] } };

/** One write, not yet run: verbs collect them and hand them to `save` as one transaction. */
export type Statement = Query;

const dialect = new SQLiteAsyncDialect();

export function openDb(binding: D1Database): Db {
  return drizzle(binding);
}

/** All of the statements or none; the answer has one result per statement. */
export async function save(db: Db, statements: readonly Statement[]): Promise<D1Result[]> {
  return await noteRoom(() => runBatch(db, statements));
}

/** For each query the rows that it answers with. */
type RowsOf<T extends readonly object[]> = { [K in keyof T]: T[K][] };

/**
 * Several reads as one, each with its rows as they are stored: whoever writes a query in SQL names the type of its rows
 * in the same order. (Drizzle's own batch takes no SQL with values.)
 */
export async function readTogether<T extends readonly object[] = Record<string, unknown>[]>(
  db: Db,
  queries: readonly Query[],
): Promise<RowsOf<T>> {
  return (await readWithSize<T>(db, queries)).answers;
}

/** The same with the size of the database after it, where that is told. */
export async function readWithSize<T extends readonly object[]>(
  db: Db,
  queries: readonly Query[],
): Promise<{ answers: RowsOf<T>; bytes: number | null }> {
  const results = await runBatch(db, queries);
  const answers: unknown = results.map((result) => result.results);
  return { answers: answers as RowsOf<T>, bytes: results.at(-1)?.meta.size_after ?? null };
}

async function runBatch(db: Db, statements: readonly Query[]): Promise<D1Result<Record<string, unknown>>[]> {
  if (statements.length === 0) return [];
  return await db.$client.batch(
    statements.map((statement) => {
      const query = statement instanceof SQL ? dialect.sqlToQuery(statement) : statement.toSQL();
      return db.$client.prepare(query.sql).bind(...query.params);
    }),
  );
}

/** The rows that a saved statement has returned, as drizzle reads those of this table. */
export function returnedRows<T extends SQLiteTable>(
  table: T,
  result: D1Result | undefined,
): T["$inferSelect"][] {
  return decodeRows(table, (result?.results ?? []) as Record<string, unknown>[]);
}

/** Rows as they are stored, all of their columns, as drizzle reads those of this table. */
export function decodeRows<T extends SQLiteTable>(
  table: T,
  rows: readonly Record<string, unknown>[],
): T["$inferSelect"][] {
  const columns = Object.entries(getTableColumns(table));
  return rows.map((row) =>
    Object.fromEntries(
      columns.map(([key, column]) => {
        const value = row[column.name] ?? null;
        return [key, value === null ? null : column.mapFromDriverValue(value)];
      }),
    ),
  );
}

const TRIES = 3;
const WAIT_MS = 300;

/** For what has happened already in the world outside: forgotten by a short fault of the database, it would happen again. */
export async function savePersistently(db: Db, statements: readonly Statement[]): Promise<D1Result[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await save(db, statements);
    } catch (error) {
      if (tries === TRIES) throw error;
      await scheduler.wait(WAIT_MS * tries);
    }
  }
}

/** The id of the row that the first statement of a batch has made. */
export function insertedId(results: readonly D1Result[]): number {
  return results[0]?.meta.last_row_id ?? 0;
}

export function isUniqueBreach(error: unknown): boolean {
  return hasMessage(error, "UNIQUE constraint failed");
}

/** Rows contradict what a table demands: tried again they would once more. */
export function isConstraintBreach(error: unknown): boolean {
  return hasMessage(error, "constraint failed");
}

function hasMessage(error: unknown, text: string): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message.includes(text)) return true;
  }
  return false;
}

/**
 * Fails the whole batch when the condition does not hold as it runs: what a verb decided on an earlier read is
 * checked again inside the transaction. (SQLite raises errors by hand in triggers only; json() of no JSON is one.)
 */
export function guard(condition: SQL): Statement {
  return sql`SELECT CASE WHEN ${condition} THEN 1 ELSE json('guard') END`;
}

export function isGuardBreach(error: unknown): boolean {
  return hasMessage(error, "malformed JSON");
}

/** D1 takes up to two million bytes as one value. */
const CHUNK_CHARACTERS = 300_000;

/** One statement for as many of the rows as one JSON parameter holds. */
export function inChunks<T>(rows: readonly T[], write: (chunk: string) => Statement): Statement[] {
  const chunks: string[] = [];
  let parts: string[] = [];
  let size = 0;
  for (const row of rows) {
    const part = JSON.stringify(row);
    if (size + part.length > CHUNK_CHARACTERS && parts.length > 0) {
      chunks.push(`[${parts.join(",")}]`);
      [parts, size] = [[], 0];
    }
    parts.push(part);
    size += part.length;
  }
  if (parts.length > 0) chunks.push(`[${parts.join(",")}]`);
  return chunks.map(write);
}
