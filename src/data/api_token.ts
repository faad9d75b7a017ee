import { and, asc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { type Db, guard, type Statement } from "./db.ts";
import { apiTokens, users } from "./tables.ts";

export type ApiTokenRow = typeof apiTokens.$inferSelect;

export async function listApiTokens(db: Db): Promise<(ApiTokenRow & { creatorEmail: string | null })[]> {
  const rows = await db
    .select({ token: apiTokens, creatorEmail: users.email })
    .from(apiTokens)
    .leftJoin(users, eq(users.id, apiTokens.createdBy))
    .orderBy(asc(apiTokens.id));
  return rows.map(({ token, creatorEmail }) => ({ ...token, creatorEmail }));
}

export async function findApiToken(db: Db, id: number): Promise<ApiTokenRow | null> {
  return (await db.select().from(apiTokens).where(eq(apiTokens.id, id)).get()) ?? null;
}

export async function findLiveApiToken(db: Db, tokenHash: string, now: number): Promise<ApiTokenRow | null> {
  const isLive = or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, now));
  return (
    (await db
      .select()
      .from(apiTokens)
      .where(and(eq(apiTokens.tokenHash, tokenHash), isLive))
      .get()) ?? null
  );
}

export function insertApiToken(db: Db, token: Omit<ApiTokenRow, "id">): Statement {
  return db.insert(apiTokens).values(token);
}

export function deleteApiToken(db: Db, id: number): Statement[] {
  return [
    guard(sql`EXISTS (SELECT 1 FROM api_tokens WHERE id = ${id})`),
    db.delete(apiTokens).where(eq(apiTokens.id, id)),
  ];
}

/** At most one write per minute and token, however many requests come at once. */
export function touchApiToken(db: Db, id: number, now: number): Statement {
  return db
    .update(apiTokens)
    .set({ lastUsedAt: now })
    .where(and(eq(apiTokens.id, id), sql`coalesce(${apiTokens.lastUsedAt}, 0) <= ${now - 60_000}`));
}
