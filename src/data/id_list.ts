import { type SQL, sql } from "drizzle-orm";

/** Well within the 100 KB that a statement may have. */
const MOST_WRITTEN_OUT = 2000;

/** What stands in `IN (…)`. Written out, no row is read for it; a parameter with a list costs one for each. */
export function idList(ids: readonly number[]): SQL {
  const isPlain = ids.length <= MOST_WRITTEN_OUT && ids.every(Number.isSafeInteger);
  return isPlain ? sql.raw(ids.join(",")) : sql`SELECT value FROM json_each(${JSON.stringify(ids)})`;
}
