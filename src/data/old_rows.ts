import { type SQL, sql } from "drizzle-orm";

export function idsOfOld(table: string, { before, limit, isOver = sql`1` }: OldRows): SQL {
  const name = sql.raw(table);
  return sql`
    SELECT id FROM (SELECT id AS first, created_at AS at FROM ${name} WHERE ${isOver} ORDER BY id LIMIT 1)
      CROSS JOIN ${name}
    WHERE at < ${before} AND id >= first AND id < first + ${limit} AND created_at < ${before} AND ${isOver}`;
}

interface OldRows {
  before: number;
  limit: number;
  isOver?: SQL;
}
