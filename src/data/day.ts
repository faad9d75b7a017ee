import { sql } from "drizzle-orm";
import type { Statement } from "./db.ts";

export const DAY_SETTING = "day";

export function beginDay(day: number, now: number): Statement {
  return sql`
    INSERT INTO settings (name, value, updated_at)
    SELECT ${DAY_SETTING}, json_object('day', ${day},
      'deliveries', (SELECT coalesce(max(id), 0) FROM deliveries),
      'actionRuns', (SELECT coalesce(max(id), 0) FROM action_runs)), ${now}
    WHERE true
    ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
    WHERE settings.value ->> 'day' IS NOT excluded.value ->> 'day'`;
}
