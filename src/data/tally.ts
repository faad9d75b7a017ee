import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "./db.ts";
import { tallies } from "./tables.ts";

export type TallyKind = (typeof tallies.$inferSelect)["kind"];

/**
 * Permanent counts of endings: the rows themselves are deleted after a while, and counting a million of them
 * would read a million rows. Costs one row per batch and kind of ending. Deliveries to subscribers have none:
 * each ends in a batch of its own, and a tally would add a third to the rows written.
 */

/**
 * Counts what the next statement of the batch ends. `ending` selects an `object_id` and a `status` for each,
 * by that statement's conditions: a repeat counts nothing.
 */
export function countEnds(kind: TallyKind, ending: SQL, table = "tallies"): Statement {
  return sql`
    INSERT INTO ${sql.identifier(table)} (kind, object_id, status, count)
    SELECT ${kind}, object_id, status, count(*) FROM (${ending}) WHERE true GROUP BY object_id, status
    ON CONFLICT (kind, object_id, status) DO UPDATE SET count = count + excluded.count`;
}

export function deleteTallies(db: Db, kind: TallyKind, objectId: number): Statement {
  return db.delete(tallies).where(and(eq(tallies.kind, kind), eq(tallies.objectId, objectId)));
}
