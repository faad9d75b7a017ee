import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

type Columns = Readonly<Record<string, SQLiteColumn>>;

export interface PackedRow {
  row: string;
}

/**
 * For thousands of rows, one JSON array per row is far faster to write and read than single values. SQL
 * functions take at most 32 arguments.
 */
export function pack(columns: Columns): SQL {
  const values = Object.values(columns).map((column) =>
    column.dataType === "json" ? sql`json(${column})` : sql`${column}`,
  );
  return sql`json_array(${sql.join(values, sql`, `)})`;
}

export function makeUnpack<Row>(columns: Columns): (values: readonly unknown[]) => Row {
  const fields = Object.entries(columns).map(([name, { dataType }], at) => ({
    name,
    at,
    isSwitch: dataType === "boolean",
  }));
  return (values) => {
    const row: Record<string, unknown> = {};
    for (const { name, at, isSwitch } of fields) row[name] = isSwitch ? values[at] === 1 : values[at];
    return row as Row;
  };
}

export function unpackRows<Values>(rows: readonly PackedRow[]): Values[] {
  return JSON.parse(`[${rows.map(({ row }) => row).join(",")}]`) as Values[];
}
