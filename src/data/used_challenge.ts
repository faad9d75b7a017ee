import { sql } from "drizzle-orm";
import type { Db, Statement } from "./db.ts";

/** Fails the batch when it has been used before. */
export function useChallenge(id: string, expiresAt: number): Statement {
  return sql`INSERT INTO used_challenges (id, expires_at) VALUES (${id}, ${expiresAt})`;
}

export async function isChallengeUsed(db: Db, id: string): Promise<boolean> {
  return (await db.get(sql`SELECT 1 FROM used_challenges WHERE id = ${id}`)) !== undefined;
}

export async function deleteEndedChallenges(db: Db, now: number): Promise<void> {
  await db.run(sql`DELETE FROM used_challenges WHERE expires_at <= ${now}`);
}
