import { eq, lte } from "drizzle-orm";
import type { Db, Statement } from "./db.ts";
import type { DueRows } from "./due.ts";
import { usedChallenges } from "./tables.ts";

export function useChallenge(db: Db, id: string, expiresAt: number): Statement {
  return db.insert(usedChallenges).values({ id, expiresAt });
}

export async function isChallengeUsed(db: Db, id: string): Promise<boolean> {
  return (await db.select().from(usedChallenges).where(eq(usedChallenges.id, id)).get()) !== undefined;
}

export function endedChallenges(now: number): DueRows {
  return { table: usedChallenges, where: lte(usedChallenges.expiresAt, now) };
}
