import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "./db.ts";

export const DAY_SETTING = "day";

export function isNewDay(day: number): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM settings WHERE name = ${DAY_SETTING} AND value ->> 'day' = ${day})`;
}

export function beginDay(day: number, now: number): Statement {
  return sql`
    INSERT INTO settings (name, value, updated_at)
    SELECT ${DAY_SETTING}, json_object('day', ${day},
      'deliveries', (SELECT coalesce(max(id), 0) FROM deliveries),
      'actionRuns', (SELECT coalesce(max(id), 0) FROM action_runs)), ${now}
    WHERE ${isNewDay(day)}
    ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`;
}
