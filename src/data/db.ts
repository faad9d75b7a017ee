import { SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";

export type Db = DrizzleD1Database & { $client: D1Database };

/** One write, not yet run: verbs collect them and hand them to `save` as one transaction. */
export type Statement = SQL | { toSQL(): { sql: string; params: unknown[] } };

const dialect = new SQLiteAsyncDialect();

export function openDb(binding: D1Database): Db {
  return drizzle(binding);
}

/** All of the statements or none; the answer has one result per statement. (Drizzle's own batch takes no SQL with values.) */
export async function save(db: Db, statements: readonly Statement[]): Promise<D1Result[]> {
  if (statements.length === 0) return [];
  return await db.$client.batch(
    statements.map((statement) => {
      const query = statement instanceof SQL ? dialect.sqlToQuery(statement) : statement.toSQL();
      return db.$client.prepare(query.sql).bind(...query.params);
    }),
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
