import { sql } from "drizzle-orm";
import { MAX_ATTEMPTS, type RunAttempt } from "../domain/action/run.ts";
import { endRunsWhere, type RunRow } from "./action_run.ts";
import { type ClaimSpan, isClaimOver, isUnclaimed } from "./claim.ts";
import { type Db, returnedRows, type Statement } from "./db.ts";
import { listOf } from "./list_of.ts";
import { actionRuns } from "./tables_action.ts";
import { countEnds } from "./tally.ts";
import { wholeOf } from "./whole_of.ts";

/** What should have been sent before then, and is in nobody's hands. */
export async function listOverdueRuns(
  db: Db,
  { before, now, limit }: { before: number; now: number; limit: number },
): Promise<number[]> {
  const rows = await db.all<{ id: number }>(sql`
    SELECT id FROM action_runs
    WHERE status IN ('waiting', 'running') AND fired_at IS NOT NULL AND due_at <= ${before}
      AND ${isUnclaimed(now)}
    ORDER BY due_at LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

/** Takes hold of those that are due and in nobody else's hands; each claim is an attempt. */
export function claimRuns(db: Db, ids: readonly number[], { now, until }: ClaimSpan): Statement {
  return db
    .update(actionRuns)
    .set({ status: "running", claimedUntil: until, attemptCount: sql`${actionRuns.attemptCount} + 1` })
    .where(
      sql`${actionRuns.id} IN ${listOf(ids)} AND status IN ('waiting', 'running') AND fired_at IS NOT NULL
        AND due_at <= ${now} AND ${isUnclaimed(now)}
        AND attempt_count < ${MAX_ATTEMPTS}`,
    )
    .returning();
}

/** What claiming them has answered. */
export function claimedRuns(result: D1Result | undefined): RunRow[] {
  return returnedRows(actionRuns, result);
}

export interface RunEnd {
  id: number;
  claimedUntil: number;
  status: "running" | "succeeded" | "failed" | "cancelled" | "skipped";
  reason: string | null;
  dueAt: number;
  attempts: readonly RunAttempt[];
  finishedAt: number | null;
}

/** What became of a claimed one. That it succeeded counts even when the claim had run out. */
export function endRun({
  id,
  claimedUntil,
  status,
  reason,
  dueAt,
  attempts,
  finishedAt,
}: RunEnd): Statement[] {
  const isEnded = sql`
    id = ${id} AND status = 'running' AND (claimed_until = ${claimedUntil} OR ${status} = 'succeeded')`;
  const update = sql`
    UPDATE action_runs SET status = ${status}, reason = ${reason}, due_at = ${dueAt},
      attempts = ${JSON.stringify(attempts)}, finished_at = ${finishedAt}, claimed_until = NULL,
      failure_offered = ${status === "failed" ? 0 : 1}
    WHERE ${isEnded}`;
  if (status === "running") return [update];
  const ending = sql`SELECT action_id AS object_id, ${status} AS status FROM action_runs WHERE ${isEnded}`;
  return [countEnds("run", ending), update];
}

export const INTERRUPTED = "The attempt was interrupted: it is not known whether the request arrived.";

/** Those whose last attempt was begun and never told the end of. */
export function failInterruptedRuns(now: number): Statement[] {
  // Said twice, as the index of those that are open is named by the first.
  const isInterrupted = sql`status IN ('waiting', 'running') AND status = 'running' AND attempt_count >= ${MAX_ATTEMPTS} AND ${isClaimOver(now)}`;
  const set = sql`claimed_until = NULL, finished_at = ${now}, failure_offered = 0,
    attempts = json_insert(attempts, '$[#]',
      json_object('at', ${wholeOf(now)}, 'httpStatus', NULL, 'ms', 0, 'error', ${INTERRUPTED}))`;
  return endRunsWhere(isInterrupted, { status: "failed", set });
}
