import { sql } from "drizzle-orm";
import { type Db, listOf } from "./db.ts";
import { lacksTwoFactor } from "./user.ts";

export async function listLiveOwners(
  db: Db,
  { sessionIds, tokenIds, now }: { sessionIds: readonly number[]; tokenIds: readonly number[]; now: number },
): Promise<{ sessions: Set<number>; tokens: Set<number> }> {
  const rows = await db.all<{ kind: "session" | "token"; id: number }>(sql`
    SELECT 'session' AS kind, sessions.id FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE sessions.id IN ${listOf(sessionIds)} AND sessions.expires_at > ${now} AND NOT ${lacksTwoFactor}
    UNION ALL
    SELECT 'token', id FROM api_tokens
    WHERE id IN ${listOf(tokenIds)} AND coalesce(expires_at, ${now} + 1) > ${now}`);
  const idsOf = (kind: string) => new Set(rows.filter((row) => row.kind === kind).map(({ id }) => id));
  return { sessions: idsOf("session"), tokens: idsOf("token") };
}
