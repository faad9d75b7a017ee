import { type SQL, sql } from "drizzle-orm";

export function listOf(values: readonly (number | string)[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
}
