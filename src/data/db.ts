import { getTableColumns, SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { SQLiteAsyncDialect, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { FAULT_SENTENCES, findDatabaseFault } from "../domain/system/database_fault.ts";
import { log } from "../lib/log.ts";

/**
 * Reads are async and return rows. Writes return a `Statement`, which only `save` executes, so a verb's
 * writes and its audit entry share one batch. Drizzle covers columns, values and joins with checked names and
 * types. Raw `sql` covers the rest: writes that select what they write or take many rows as one JSON
 * parameter, counting upserts, JSON patches, recursion, guards, and conditions on a state, since partial
 * indexes serve literal values only. A list is one parameter in either (`listOf`).
 */

export type Db = DrizzleD1Database & { $client: D1Database };

type Query = SQL | { toSQL(): { sql: string; params: unknown[] } };

export type Statement = Query;

const dialect = new SQLiteAsyncDialect();

export function openDb(binding: D1Database): Db {
  return drizzle(binding);
}

/** All or nothing; one result per statement. */
export async function save(db: Db, statements: readonly Statement[]): Promise<D1Result[]> {
  return await noteRoom(() => runBatch(db, statements));
}

export type RowsOf<T extends readonly object[]> = { [K in keyof T]: T[K][] };

/** One batch; row types are given in the order of the queries. Drizzle's own batch takes no SQL with values. */
export async function readTogether<T extends readonly object[] = Record<string, unknown>[]>(
  db: Db,
  queries: readonly Query[],
): Promise<RowsOf<T>> {
  return (await readWithSize<T>(db, queries)).responses;
}

export async function readWithSize<T extends readonly object[]>(
  db: Db,
  queries: readonly Query[],
): Promise<{ responses: RowsOf<T>; bytes: number | null }> {
  const results = await runBatch(db, queries);
  const responses: unknown = results.map((result) => result.results);
  return { responses: responses as RowsOf<T>, bytes: results.at(-1)?.meta.size_after ?? null };
}

async function runBatch(db: Db, statements: readonly Query[]): Promise<D1Result<Record<string, unknown>>[]> {
  if (statements.length === 0) return [];
  const prepared = statements.map((statement) => {
    const query = statement instanceof SQL ? dialect.sqlToQuery(statement) : statement.toSQL();
    return db.$client.prepare(query.sql).bind(...query.params);
  });
  try {
    return await db.$client.batch(prepared);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("D1_")) throw error;
    throw new Error("Failed query: a batch", { cause: error });
  }
}

export function returnedRows<T extends SQLiteTable>(
  table: T,
  result: D1Result | undefined,
): T["$inferSelect"][] {
  return decodeRows(table, (result?.results ?? []) as Record<string, unknown>[]);
}

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

/** For effects that already happened: if a brief database fault lost them, they would happen again. */
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

export function insertedId(results: readonly D1Result[]): number {
  return results[0]?.meta.last_row_id ?? 0;
}

export function isUniqueBreach(error: unknown): boolean {
  return hasMessage(error, "UNIQUE constraint failed");
}

/** A constraint was violated: retrying would fail again. */
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
 * Fails the whole batch unless the condition holds when it runs: rechecks inside the transaction what a verb
 * decided on an earlier read. SQLite raises errors only in triggers, hence json() of invalid JSON.
 */
export function guard(condition: SQL): Statement {
  return sql`SELECT CASE WHEN ${condition} THEN 1 ELSE json('guard') END`;
}

export function isGuardBreach(error: unknown): boolean {
  return hasMessage(error, "malformed JSON");
}

export async function saveGuarded(
  db: Db,
  breach: Error,
  statements: readonly Statement[],
): Promise<D1Result[]> {
  try {
    return await save(db, statements);
  } catch (error) {
    throw isGuardBreach(error) ? breach : error;
  }
}

/** D1 accepts at most two million bytes as one value. */
const CHUNK_CHARACTERS = 300_000;

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

export function listOf(values: readonly (number | string)[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
}

/** Well below the limit of 100 KB per statement. */
const MOST_WRITTEN_OUT = 2000;

/** Literals cost no rows read; a list in a parameter costs one per element. */
export function idList(ids: readonly number[]): SQL {
  const isPlain = ids.length <= MOST_WRITTEN_OUT && ids.every(Number.isSafeInteger);
  return isPlain ? sql.raw(ids.join(",")) : sql`SELECT value FROM json_each(${JSON.stringify(ids)})`;
}

let hasFailed = false;
let isReported = false;

export function isDiskFull(): boolean {
  return hasFailed || isReported;
}

export function noteReport({ isFull }: { isFull: boolean }): boolean {
  isReported = isFull;
  if (isFull) hasFailed = false;
  return isDiskFull();
}

async function noteRoom<T>(write: () => Promise<T>): Promise<T> {
  try {
    const result = await write();
    hasFailed = false;
    return result;
  } catch (error) {
    noteFault(error);
    throw error;
  }
}

export function noteFault(error: unknown): boolean {
  if (findDatabaseFault(error) !== "disk_full") return false;
  if (!isDiskFull()) log("error", FAULT_SENTENCES.disk_full, { error });
  hasFailed = true;
  return true;
}
