import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "./db.ts";
import { tallies } from "./tables.ts";

type TallyKind = (typeof tallies.$inferSelect)["kind"];

/*
 * How often something has ended in each way, for good: the rows themselves go after a while, and counting a million of
 * them whenever somebody asks would be a million rows read. One row is written a batch and way of ending. (Deliveries to
 * subscribers have none: each end is a batch of its own, and that would be a third more rows to pay for.)
 */

/**
 * Counts what the statement after it in the same batch brings to an end. `ending` selects an `object_id` and a `status`
 * for each, by that statement's own conditions, so that what is told twice is counted once.
 */
export function countEnds(kind: TallyKind, ending: SQL): Statement {
  return sql`
    INSERT INTO tallies (kind, object_id, status, count)
    SELECT ${kind}, object_id, status, count(*) FROM (${ending}) WHERE true GROUP BY object_id, status
    ON CONFLICT (kind, object_id, status) DO UPDATE SET count = count + excluded.count`;
}

/** The object is gone. */
export function deleteTallies(db: Db, kind: TallyKind, objectId: number): Statement {
  return db.delete(tallies).where(and(eq(tallies.kind, kind), eq(tallies.objectId, objectId)));
}
