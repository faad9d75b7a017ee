import { and, asc, desc, inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { DAY_MS } from "../lib/units.ts";
import type { ListSort, Paging } from "../schema/common.ts";
import type { Db } from "./db.ts";
import { listPage, type Ordered, readCounted } from "./list_page.ts";

const LATELY_MS = 7 * DAY_MS;

/** Older failures are sorted by their time: otherwise one bad day would lead the list for months. */
export function latelyFrom(now: number): number {
  return now - LATELY_MS;
}

interface Place {
  table: SQLiteTable;
  where: SQL | undefined;
  id: SQLiteColumn;
  at?: SQLiteColumn;
}

interface Sorted<Row> extends Place {
  rows: (fits: SQL | undefined, order: SQL[]) => Ordered<Row>;
  sort: ListSort | undefined;
  /** Worst first and disjoint. Each needs an index or has few rows. */
  worst?: readonly SQL[];
}

export async function listSorted<Row>(
  db: Db,
  { rows, sort = "newest", worst = [], ...place }: Sorted<Row>,
  paging: Paging,
): Promise<{ items: Row[]; total: number }> {
  const { table, where, id, at = id } = place;
  if (sort !== "worst") {
    const direction = sort === "newest" ? desc : asc;
    return await listPage(db, { table, where, rows: rows(where, [direction(at), direction(id)]) }, paging);
  }
  const ranks = worst.map((kind, rank) => sql`WHEN ${kind} THEN ${rank}`);
  const order = [sql`CASE ${sql.join(ranks, sql` `)} ELSE ${worst.length} END`, desc(at), desc(id)];
  const page = rows(inArray(id, idsOfPage(place, worst, paging)), order);
  return await readCounted(db, { table, where, page: page.limit(paging.limit).offset(0) });
}

function idsOfPage(
  { table, where, id, at = id }: Place,
  worst: readonly SQL[],
  { page, limit }: Paging,
): SQL {
  const kindOf = (kind: SQL | undefined, { rank, order }: { rank: number; order: SQL }) => sql`
    SELECT * FROM (
      SELECT ${id} AS id, ${rank} AS rank, ${at} AS at FROM ${table} WHERE ${and(where, kind) ?? sql`1`}
      ORDER BY ${order} LIMIT ${page * limit})`;
  const rest = and(...worst.map((kind) => sql`NOT (${kind})`));
  const kinds = [
    // The plus keeps SQLite from scanning all rows in order instead of using the kind's index.
    ...worst.map((kind, rank) => kindOf(kind, { rank, order: sql`+${at} DESC, +${id} DESC` })),
    kindOf(rest, { rank: worst.length, order: sql`${at} DESC, ${id} DESC` }),
  ];
  return sql`(
    SELECT id FROM (${sql.join(kinds, sql` UNION ALL `)})
    ORDER BY rank, at DESC, id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit})`;
}
