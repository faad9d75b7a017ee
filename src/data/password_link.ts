import { and, eq, gt, lte, sql } from "drizzle-orm";
import { type Db, guard, type Statement } from "./db.ts";
import type { DueRows } from "./due.ts";
import { passwordLinks, users } from "./tables.ts";
import type { UserRow } from "./user.ts";

type LinkRow = typeof passwordLinks.$inferSelect;
export type LinkKind = LinkRow["kind"];

export function replaceLink({
  email,
  kind,
  tokenHash,
  expiresAt,
}: Omit<LinkRow, "userId"> & { email: string }): Statement {
  return sql`
    INSERT INTO password_links (user_id, kind, token_hash, expires_at)
    SELECT id, ${kind}, ${tokenHash}, ${expiresAt} FROM users WHERE email = ${email}
    ON CONFLICT (user_id) DO UPDATE SET kind = excluded.kind, token_hash = excluded.token_hash,
      expires_at = excluded.expires_at`;
}

export async function findLink(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<{ link: LinkRow; user: UserRow } | null> {
  const row = await db
    .select({ link: passwordLinks, user: users })
    .from(passwordLinks)
    .innerJoin(users, eq(users.id, passwordLinks.userId))
    .where(and(eq(passwordLinks.tokenHash, tokenHash), gt(passwordLinks.expiresAt, now)))
    .get();
  return row ?? null;
}

/** Of two concurrent uses, one fails. */
export function takeLink(db: Db, { userId, tokenHash }: Pick<LinkRow, "userId" | "tokenHash">): Statement[] {
  const isThere = sql`EXISTS (
    SELECT 1 FROM password_links WHERE user_id = ${userId} AND token_hash = ${tokenHash})`;
  return [guard(isThere), deleteLinkOf(db, userId)];
}

export function deleteLinkOf(db: Db, userId: number): Statement {
  return db.delete(passwordLinks).where(eq(passwordLinks.userId, userId));
}

export function expiredLinks(now: number): DueRows {
  return { table: passwordLinks, where: sql`kind = 'reset' AND ${lte(passwordLinks.expiresAt, now)}` };
}
