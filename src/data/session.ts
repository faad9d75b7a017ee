import { and, desc, eq, gt, lte } from "drizzle-orm";
import type { Db, Statement } from "./db.ts";
import { sessions, users } from "./tables.ts";
import type { UserRow } from "./user.ts";

export type SessionRow = typeof sessions.$inferSelect;
export type NewSession = Omit<SessionRow, "id">;

/** The session and its user as they are stored now; null once it ended. */
export async function findSession(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<{ session: SessionRow; user: UserRow } | null> {
  const row = await db
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)))
    .get();
  return row ?? null;
}

export async function listSessions(db: Db, userId: number, now: number): Promise<SessionRow[]> {
  return await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
}

export function insertSession(db: Db, session: NewSession): Statement {
  return db.insert(sessions).values(session);
}

export function updateSession(db: Db, id: number, change: Partial<SessionRow>) {
  return db.update(sessions).set(change).where(eq(sessions.id, id));
}

export function deleteSession(db: Db, id: number): Statement {
  return db.delete(sessions).where(eq(sessions.id, id));
}

export function deleteSessionByHash(db: Db, tokenHash: string): Statement {
  return db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

export async function deleteExpiredSessions(db: Db, now: number): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expiresAt, now));
}
