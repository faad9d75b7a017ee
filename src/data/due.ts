import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { chunksOf } from "../lib/chunks.ts";
import { type Db, readTogether, type Statement } from "./db.ts";

export type Condition = SQL;

/** The rows that a task handles. The task's statement and the read of due tasks share the condition. */
export interface DueRows {
  table: SQLiteTable;
  where: SQL;
}

export function hasRows({ table, where }: DueRows): Condition {
  return sql`EXISTS (SELECT 1 FROM ${table} WHERE ${where})`;
}

export function anyOf(conditions: readonly Condition[]): Condition {
  return sql`(${sql.join([...conditions], sql` OR `)})`;
}

export function deleteDue({ table, where }: DueRows): Statement {
  return sql`DELETE FROM ${table} WHERE ${where}`;
}

export async function listDueIds(db: Db, { table, where }: DueRows, limit: number): Promise<number[]> {
  const rows = await db.all<{ id: number }>(sql`
    SELECT id FROM ${table} WHERE ${where} ORDER BY id LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

/** D1 binds at most 100 values per statement. */
const CONDITIONS_A_STATEMENT = 6;

export async function listDue(
  db: Db,
  conditions: readonly (readonly [name: string, isDue: Condition])[],
): Promise<Set<string>> {
  const queries = chunksOf(conditions, CONDITIONS_A_STATEMENT).map((chunk) => {
    const columns = chunk.map(([name, isDue]) => sql`${isDue} AS ${sql.identifier(name)}`);
    return sql`SELECT ${sql.join(columns, sql`, `)}`;
  });
  const responses = await readTogether(db, queries);
  const named = responses.flatMap(([row]) => Object.entries(row ?? {}));
  return new Set(named.filter(([, isDue]) => isDue === 1).map(([name]) => name));
}
