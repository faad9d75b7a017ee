import { sql } from "drizzle-orm";
import { type Db, listOf, type Statement } from "./db.ts";
import { maintenanceKeys } from "./tables_monitor.ts";

export async function listMaintenanceKeys(db: Db): Promise<Map<number, string>> {
  const rows = await db.select().from(maintenanceKeys);
  return new Map(rows.map(({ maintenanceId, key }) => [maintenanceId, key]));
}

/** For the window just inserted. This table has no rowid, so last_insert_rowid() stays that of the window. */
export function insertMaintenanceKey(key: string): Statement {
  return sql`INSERT INTO maintenance_keys (maintenance_id, key) VALUES (last_insert_rowid(), ${key})`;
}

export function linkMonitorsByKey(id: number | null, keys: readonly string[]): Statement {
  const window = id === null ? sql`last_insert_rowid()` : sql`${id}`;
  return sql`
    INSERT OR IGNORE INTO maintenance_monitors (maintenance_id, monitor_id)
    SELECT ${window}, id FROM monitors WHERE key IN ${listOf(keys)}`;
}
