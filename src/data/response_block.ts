import { sql } from "drizzle-orm";
import { type Db, decodeRows, readTogether, type Statement } from "./db.ts";
import { responseBlocks, responseDays } from "./tables_monitor.ts";

type DayRow = typeof responseDays.$inferSelect;
export type BlockRow = typeof responseBlocks.$inferSelect;

/** As many days as are taken at a time; the others are an hour later. */
const MOST_DAYS = 2000;

/** The last block of each monitor, and its days before this one that are in none yet. */
export async function listUnfoldedDays(
  db: Db,
  monitorIds: readonly number[],
  before: number,
): Promise<{ days: DayRow[]; blocks: BlockRow[] }> {
  const ids = sql`json_each(${JSON.stringify(monitorIds)})`;
  const lastBlock = sql`(SELECT max(o.block) FROM response_blocks o WHERE o.monitor_id = value)`;
  const [days = [], blocks = []] = await readTogether(db, [
    sql`
      SELECT d.* FROM ${ids} JOIN response_days d ON d.monitor_id = value AND d.day < ${before}
        AND d.day > coalesce((SELECT through FROM response_blocks b
                              WHERE b.monitor_id = value AND b.block = ${lastBlock}), -1)
      ORDER BY d.monitor_id, d.day LIMIT ${MOST_DAYS}`,
    sql`
      SELECT b.* FROM ${ids} JOIN response_blocks b ON b.monitor_id = value AND b.block = ${lastBlock}`,
  ]);
  return { days: decodeRows(responseDays, days), blocks: decodeRows(responseBlocks, blocks) };
}

/** A monitor that was deleted meanwhile is left out. */
export function saveBlock({ monitorId, block, through, total, days }: BlockRow): Statement {
  return sql`
    INSERT OR REPLACE INTO response_blocks (monitor_id, block, through, total, days)
    SELECT ${monitorId}, ${block}, ${through}, ${total}, ${days}
    WHERE EXISTS (SELECT 1 FROM monitors WHERE id = ${monitorId})`;
}

export function deleteOldBlocks(db: Db, monitorId: number, before: number): Statement {
  return db
    .delete(responseBlocks)
    .where(sql`${responseBlocks.monitorId} = ${monitorId} AND ${responseBlocks.block} < ${before}`);
}
