import { type SQL, sql } from "drizzle-orm";
import type { Db } from "./db.ts";

interface TableColumn {
  name: string;
  isBlob: boolean;
}

export interface TableShape {
  name: string;
  columns: TableColumn[];
  key: string[];
  references: { column: string; table: string; to: string }[];
}

export async function listTableShapes(db: Db, names: readonly string[] | null = null): Promise<TableShape[]> {
  const chosen = names ? sql`AND m.name IN (SELECT value FROM json_each(${JSON.stringify(names)}))` : sql``;
  const isOwn = sql`m.type = 'table' AND m.name NOT LIKE 'sqlite!_%' ESCAPE '!' AND m.name NOT LIKE '!_cf%' ESCAPE '!'
    AND m.name <> 'd1_migrations' ${chosen}`;
  const columns = await db.all<{ table: string; name: string; type: string; pk: number }>(sql`
    SELECT m.name AS "table", c.name, c.type, c.pk FROM sqlite_master m, pragma_table_info(m.name) c
    WHERE ${isOwn} ORDER BY m.rowid, c.cid`);
  const links = await db.all<{ table: string; column: string; target: string; to: string }>(sql`
    SELECT m.name AS "table", f."from" AS "column", f."table" AS target, f."to" AS "to"
    FROM sqlite_master m, pragma_foreign_key_list(m.name) f WHERE ${isOwn}`);
  return [...Map.groupBy(columns, ({ table }) => table)].map(([name, own]) => ({
    name,
    columns: own.map((column) => ({ name: column.name, isBlob: column.type.toUpperCase() === "BLOB" })),
    key: own
      .filter(({ pk }) => pk > 0)
      .sort((a, b) => a.pk - b.pk)
      .map((column) => column.name),
    references: links
      .filter(({ table }) => table === name)
      .map(({ column, target, to }) => ({ column, table: target, to })),
  }));
}

/** Referring tables come first, so dropping in this order cascades to nothing. */
export function childrenFirst(shapes: readonly TableShape[]): TableShape[] {
  const left = [...shapes];
  const ordered: TableShape[] = [];
  while (left.length > 0) {
    const at = left.findIndex(({ name }) =>
      left.every((other) => other.name === name || other.references.every(({ table }) => table !== name)),
    );
    ordered.push(...left.splice(Math.max(0, at), 1));
  }
  return ordered;
}

/** Safe as raw SQL: names come from the database or were compared with it. */
export function quoted(name: string): SQL {
  return sql.raw(`"${name.replaceAll('"', '""')}"`);
}
