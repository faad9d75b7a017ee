import { and, desc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import { type Db, guard, type Statement } from "./db.ts";
import type { DueRows } from "./due.ts";
import { sessions, users } from "./tables.ts";
import { lacksTwoFactor, type UserRow } from "./user.ts";

export type SessionRow = typeof sessions.$inferSelect;
type NewSession = Omit<SessionRow, "id">;

export async function findSession(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<{ session: SessionRow; user: UserRow; mustSetUpTwoFactor: boolean } | null> {
  const row = await db
    .select({ session: sessions, user: users, mustSetUpTwoFactor: lacksTwoFactor.mapWith(Boolean) })
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

function isUnchanged(id: number, user: Pick<UserRow, "id" | "securityVersion">): SQL {
  return sql`EXISTS (SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${id} AND u.id = ${user.id} AND u.security_version = ${user.securityVersion})`;
}

export function guardSession(id: number, user: Pick<UserRow, "id" | "securityVersion">): Statement {
  return guard(isUnchanged(id, user));
}

export async function hasSession(
  db: Db,
  id: number,
  user: Pick<UserRow, "id" | "securityVersion">,
): Promise<boolean> {
  const row = await db.get<{ is: number }>(sql`SELECT ${isUnchanged(id, user)} AS "is"`);
  return row?.is === 1;
}

export function insertSession(db: Db, session: NewSession): Statement {
  return db.insert(sessions).values(session);
}

export function updateSessionRow(db: Db, id: number, change: Partial<SessionRow>): Statement {
  return db.update(sessions).set(change).where(eq(sessions.id, id));
}

export function deleteSession(db: Db, id: number): Statement {
  return db.delete(sessions).where(eq(sessions.id, id));
}

export function deleteSessionByHash(db: Db, tokenHash: string): Statement {
  return db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

export function expiredSessions(now: number): DueRows {
  return { table: sessions, where: lte(sessions.expiresAt, now) };
}
