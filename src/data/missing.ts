import { sql } from "drizzle-orm";
import type { Db } from "./db.ts";
import { actions } from "./tables_action.ts";
import { channels } from "./tables_alert.ts";
import { monitors } from "./tables_monitor.ts";

const TABLES = { monitor: monitors, channel: channels, action: actions };
export type LinkedNoun = keyof typeof TABLES;

export async function listMissing(
  db: Db,
  { noun, ids }: { noun: LinkedNoun; ids: readonly number[] },
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db.all<{ id: number }>(sql`
    SELECT value AS id FROM json_each(${JSON.stringify(ids)}) WHERE value NOT IN (SELECT id FROM ${TABLES[noun]})`);
  return rows.map(({ id }) => id);
}
