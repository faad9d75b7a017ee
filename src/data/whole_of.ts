import { type SQL, sql } from "drizzle-orm";

/** D1 is given every number with a fraction, and JSON would keep it: 1795379940057.0 reads as no moment elsewhere. */
export function wholeOf(moment: number): SQL {
  return sql`CAST(${moment} AS INTEGER)`;
}
