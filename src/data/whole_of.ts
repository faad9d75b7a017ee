import { type SQL, sql } from "drizzle-orm";

/** D1 binds every number as a float, and JSON would keep the fraction: 1795379940057.0 is no valid time elsewhere. */
export function wholeOf(moment: number): SQL {
  return sql`CAST(${moment} AS INTEGER)`;
}
