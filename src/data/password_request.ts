import { eq, lte, sql } from "drizzle-orm";
import { type Db, listOf, returnedRows, type Statement } from "./db.ts";
import type { DueRows } from "./due.ts";
import { type ClaimSpan, isUnclaimed } from "./outgoing.ts";
import { passwordRequests } from "./tables.ts";

export type PasswordRequestRow = typeof passwordRequests.$inferSelect;

export function insertPasswordRequest(
  db: Db,
  request: Pick<PasswordRequestRow, "email" | "ip" | "createdAt">,
): Statement {
  return db.insert(passwordRequests).values(request);
}

export function claimPasswordRequests(db: Db, ids: readonly number[], { now, until }: ClaimSpan): Statement {
  return db
    .update(passwordRequests)
    .set({ claimedUntil: until })
    .where(sql`${passwordRequests.id} IN ${listOf(ids)} AND ${isUnclaimed(now)}`)
    .returning();
}

export function claimedPasswordRequests(result: D1Result | undefined): PasswordRequestRow[] {
  return returnedRows(passwordRequests, result);
}

export function leftPasswordRequests({ before, now }: { before: number; now: number }): DueRows {
  return { table: passwordRequests, where: sql`created_at < ${before} AND ${isUnclaimed(now)}` };
}

export function deletePasswordRequest(db: Db, id: number): Statement {
  return db.delete(passwordRequests).where(eq(passwordRequests.id, id));
}

export function oldPasswordRequests(before: number): DueRows {
  return { table: passwordRequests, where: lte(passwordRequests.createdAt, before) };
}
