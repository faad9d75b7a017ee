import { type SQL, sql } from "drizzle-orm";

/** What stands behind `IN`: however many there are, they are one parameter. */
export function listOf(values: readonly (number | string)[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
}
