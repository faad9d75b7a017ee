import { type SQL, sql } from "drizzle-orm";

/** A row in nobody's hands: whoever takes hold of it says until when, and is taken for gone after that. */
export function isUnclaimed(now: number): SQL {
  return sql`(claimed_until IS NULL OR claimed_until < ${now})`;
}

export interface ClaimSpan {
  now: number;
  until: number;
}
