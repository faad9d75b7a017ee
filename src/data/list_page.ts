import { and, count, eq, gte, lte, type SQL } from "drizzle-orm";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Paging } from "../schema/common.ts";
import type { Db } from "./db.ts";

export interface Ordered<Row> {
  limit(count: number): { offset(count: number): RunnableQuery<Row[], "sqlite"> };
}

export async function listPage<Row>(
  db: Db,
  { table, where, rows }: { table: SQLiteTable; where: SQL | undefined; rows: Ordered<Row> },
  { page, limit }: Paging,
): Promise<{ items: Row[]; total: number }> {
  return await readCounted(db, { table, where, page: rows.limit(limit).offset((page - 1) * limit) });
}

export async function readCounted<Row>(
  db: Db,
  {
    table,
    where,
    page,
  }: { table: SQLiteTable; where: SQL | undefined; page: RunnableQuery<Row[], "sqlite"> },
): Promise<{ items: Row[]; total: number }> {
  const [items, counts] = await db.batch([page, db.select({ total: count() }).from(table).where(where)]);
  return { items, total: counts[0]?.total ?? 0 };
}

export function isAsked<T>(column: SQLiteColumn, value: T | undefined): SQL | undefined {
  return value === undefined ? undefined : eq(column, value);
}

export function isWithin(
  column: SQLiteColumn,
  { from, to }: { from?: number | undefined; to?: number | undefined },
): SQL | undefined {
  return and(
    from === undefined ? undefined : gte(column, from),
    to === undefined ? undefined : lte(column, to),
  );
}
