import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";

export type Db = DrizzleD1Database;
/** One write, not yet run: verbs collect them and hand them to `save` as one transaction. */
export type Statement = BatchItem<"sqlite">;

export function openDb(binding: D1Database): Db {
  return drizzle(binding);
}

/** All of the statements or none; the answer has one result per statement. */
export async function save(db: Db, statements: readonly Statement[]): Promise<unknown[]> {
  const [first, ...rest] = statements;
  if (!first) return [];
  return await db.batch([first, ...rest]);
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
export function guard(db: Db, condition: SQL): Statement {
  return db.select({ held: sql`CASE WHEN ${condition} THEN 1 ELSE json('guard') END` }).from(sql`(SELECT 1)`);
}

export function isGuardBreach(error: unknown): boolean {
  return hasMessage(error, "malformed JSON");
}
