import { type SQL, sql } from "drizzle-orm";
import type { BulkTable } from "../domain/backup/tables.ts";
import type { Cell } from "../schema/backup_file.ts";
import { quoted, type TableShape } from "./backup_shape.ts";
import { type Db, readTogether } from "./db.ts";

const PAGE_BYTES = 400_000;
const PAGE_ROWS = 2000;

export type Row = Cell[];

/** Reads the row lengths first: a page of long rows would be read whole only to be cut. */
export async function listPageOfRows(
  db: Db,
  { name, columns, key }: TableShape,
  after: readonly Cell[] | null,
): Promise<Row[]> {
  const keys = sql.join(key.map(quoted), sql`, `);
  const behind = after
    ? sql`WHERE (${keys}) > (${sql.join(
        after.map((value) => sql`${value}`),
        sql`, `,
      )})`
    : sql``;
  const lengths = columns.map((column) => sql`coalesce(octet_length(${quoted(column.name)}), 0)`);
  const rows = await db.values<Row>(sql`
    SELECT ${sql.join(columns.map(readable), sql`, `)} FROM ${quoted(name)} ${behind} ORDER BY ${keys}
    LIMIT (
      SELECT max(1, count(*)) FROM (
        SELECT sum(length) OVER (ORDER BY ${keys} ROWS UNBOUNDED PRECEDING) AS running FROM (
          SELECT ${keys}, ${sql.join(lengths, sql` + `)} AS length FROM ${quoted(name)} ${behind} ORDER BY ${keys}
          LIMIT ${PAGE_ROWS}))
      WHERE running <= ${PAGE_BYTES})`);
  return rows;
}

interface WholeRows {
  tables: { shape: TableShape; rows: Row[] }[];
  sequences: Record<string, number>;
}

/** Rows that changed while pages were read, re-read in one transaction with the rows they refer to. */
const TAILS: Partial<Record<BulkTable, (since: number) => SQL>> = {
  monitor_history: (since) => sql`to_at IS NULL OR to_at >= ${since}`,
  incident_updates: (since) =>
    sql`incident_id IN (SELECT id FROM incidents WHERE updated_at >= ${since}) OR posted_at >= ${since}`,
  monitor_events: (since) => sql`at >= ${since}`,
  public_events: (since) => sql`at >= ${since}`,
};

export async function readWhole(
  db: Db,
  { whole, bulk }: { whole: readonly TableShape[]; bulk: readonly TableShape[] },
  since: number,
): Promise<WholeRows> {
  const tails = bulk.flatMap((shape) => {
    const isNew = TAILS[shape.name as BulkTable];
    return isNew ? [{ shape, where: isNew(since) }] : [];
  });
  const wanted = [...whole.map((shape) => ({ shape, where: sql`1` })), ...tails];
  const [sequences = [], ...results] = await readTogether(db, [
    sql`SELECT name, seq FROM sqlite_sequence WHERE seq IS NOT NULL`,
    ...wanted.map(
      ({ shape: { name, columns, key }, where }) => sql`
        SELECT ${sql.join(columns.map(readable), sql`, `)} FROM ${quoted(name)} WHERE ${where}
        ORDER BY ${sql.join(key.map(quoted), sql`, `)}`,
    ),
  ]);
  return {
    tables: wanted.map(({ shape }, i) => ({
      shape,
      rows: (results[i] ?? []).map((row) => shape.columns.map(({ name }) => row[name] as Cell)),
    })),
    sequences: Object.fromEntries(sequences.map(({ name, seq }) => [String(name), Number(seq)])),
  };
}

export async function countRows(db: Db, shapes: readonly TableShape[]): Promise<number> {
  const counts = shapes.map(({ name }) => sql`(SELECT count(*) FROM ${quoted(name)})`);
  const row = await db.get<{ n: number }>(sql`SELECT ${sql.join(counts, sql` + `)} AS n`);
  return row.n;
}

/** D1 returns bytes as lists of numbers, which take eight times the space. */
function readable({ name, isBlob }: { name: string; isBlob: boolean }): SQL {
  const column = quoted(name);
  return isBlob ? sql`CASE WHEN ${column} IS NULL THEN NULL ELSE hex(${column}) END AS ${column}` : column;
}
