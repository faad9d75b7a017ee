import { and, eq, getTableColumns, ne, sql } from "drizzle-orm";
import { type Db, guard, type Statement } from "./db.ts";
import { apiTokens, passwordLinks, recoveryCodes, sessions, users } from "./tables.ts";
import { versionOf } from "./version.ts";

export type UserRow = typeof users.$inferSelect;
export type StoredUser = UserRow & { version: number; invitedUntil: number | null };

const invitedUntil = sql<number | null>`(
  SELECT expires_at FROM password_links WHERE user_id = ${users.id} AND kind = 'invitation')`;
const columns = {
  ...getTableColumns(users),
  version: versionOf(sql`'user/' || ${users.id}`),
  invitedUntil,
};

export const lacksTwoFactor = sql<number>`(${users.totpSecret} IS NULL AND EXISTS (
  SELECT 1 FROM settings WHERE settings.name = 'sign_in' AND settings.value ->> 'requireTwoFactor' = 1))`;

type NewUser = Pick<UserRow, "email" | "role" | "passwordHash" | "mustChangePassword" | "createdAt"> &
  Partial<Pick<UserRow, "pageKeys" | "ssoIssuer" | "ssoSubject" | "lastLoginAt">>;

export async function hasUsers(db: Db): Promise<boolean> {
  const row = await db.select({ id: users.id }).from(users).limit(1).get();
  return row !== undefined;
}

export async function listUsers(db: Db): Promise<StoredUser[]> {
  return await db.select(columns).from(users).orderBy(users.email);
}

export async function findUser(db: Db, id: number): Promise<StoredUser | null> {
  return (await db.select(columns).from(users).where(eq(users.id, id)).get()) ?? null;
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  return (await db.select().from(users).where(eq(users.email, email)).get()) ?? null;
}

export async function findUserBySubject(db: Db, issuer: string, subject: string): Promise<UserRow | null> {
  const isLinked = and(eq(users.ssoIssuer, issuer), eq(users.ssoSubject, subject));
  return (await db.select().from(users).where(isLinked).get()) ?? null;
}

export function insertUser(db: Db, user: NewUser): Statement {
  return db.insert(users).values(user);
}

export function updateUserRow(db: Db, id: number, change: Partial<UserRow>): Statement {
  return db.update(users).set(change).where(eq(users.id, id));
}

/** Ends half-finished sign-ins that relied on the old password, role or second factor. */
export function updateUserSecurityRow(db: Db, id: number, change: Partial<UserRow>): Statement {
  return db
    .update(users)
    .set({ ...change, securityVersion: sql`${users.securityVersion} + 1` })
    .where(eq(users.id, id));
}

export function deleteUser(db: Db, id: number): Statement[] {
  return [
    guard(sql`EXISTS (SELECT 1 FROM users WHERE id = ${id})`),
    db.delete(passwordLinks).where(eq(passwordLinks.userId, id)),
    db.delete(users).where(eq(users.id, id)),
  ];
}

export function guardNoUser(): Statement {
  return guard(sql`NOT EXISTS (SELECT 1 FROM users)`);
}

/** If two administrators demote or delete each other at once, one fails. */
export function guardOtherAdmin(id: number): Statement {
  return guard(sql`EXISTS (SELECT 1 FROM users WHERE role = 'admin' AND id <> ${id})`);
}

export function deleteTokensCreatedBy(db: Db, userId: number): Statement {
  return db.delete(apiTokens).where(eq(apiTokens.createdBy, userId));
}

export function deleteSessionsOf(db: Db, userId: number, exceptId?: number): Statement {
  const own = eq(sessions.userId, userId);
  return db.delete(sessions).where(exceptId === undefined ? own : and(own, ne(sessions.id, exceptId)));
}

export function replaceRecoveryCodes(db: Db, userId: number, hashes: readonly string[]): Statement[] {
  const cleared = db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  if (hashes.length === 0) return [cleared];
  return [cleared, db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })))];
}

export function takeRecoveryCode(db: Db, userId: number, codeHash: string): Statement[] {
  const isThis = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash));
  return [
    guard(sql`EXISTS (SELECT 1 FROM recovery_codes WHERE user_id = ${userId} AND code_hash = ${codeHash})`),
    db.delete(recoveryCodes).where(isThis),
  ];
}

/** Uses up this 30-second step: an observed code can't be used again. */
export function takeTotpStep(db: Db, userId: number, step: number): Statement[] {
  return [
    guard(sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND totp_last_step < ${step})`),
    updateUserRow(db, userId, { totpLastStep: step }),
  ];
}

export async function hasRecoveryCode(db: Db, userId: number, codeHash: string): Promise<boolean> {
  const isThis = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash));
  return (
    (await db.select({ userId: recoveryCodes.userId }).from(recoveryCodes).where(isThis).get()) !== undefined
  );
}

/** If two identities are linked to one user at once, one fails. */
export function linkSubject(
  db: Db,
  { id, email }: UserRow,
  { issuer, subject }: { issuer: string; subject: string },
): Statement[] {
  return [
    guard(
      sql`EXISTS (
        SELECT 1 FROM users
        WHERE id = ${id} AND email = ${email} AND (sso_subject IS NULL OR sso_issuer <> ${issuer}))`,
    ),
    updateUserRow(db, id, { ssoIssuer: issuer, ssoSubject: subject }),
  ];
}

export function guardSecurityVersion({
  id,
  securityVersion,
}: Pick<UserRow, "id" | "securityVersion">): Statement {
  return guard(sql`EXISTS (SELECT 1 FROM users WHERE id = ${id} AND security_version = ${securityVersion})`);
}

export function guardAdmin(id: number): Statement {
  return guard(sql`EXISTS (SELECT 1 FROM users WHERE id = ${id} AND role = 'admin')`);
}
