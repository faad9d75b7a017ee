import { sql } from "drizzle-orm";
import { type Db, decodeRows, readTogether, type Statement } from "./db.ts";
import { insertIf } from "./rows.ts";
import { responseBlocks, responseDays } from "./tables_monitor.ts";
import { ifThere } from "./watch.ts";

type DayRow = typeof responseDays.$inferSelect;
export type BlockRow = typeof responseBlocks.$inferSelect;

const MOST_DAYS = 2000;

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

export function saveBlock(row: BlockRow): Statement {
  return insertIf(responseBlocks, row, { or: "REPLACE", where: ifThere(row.monitorId) });
}

export function deleteOldBlocks(db: Db, monitorId: number, before: number): Statement {
  return db
    .delete(responseBlocks)
    .where(sql`${responseBlocks.monitorId} = ${monitorId} AND ${responseBlocks.block} < ${before}`);
}

interface FirstKept {
  day: number;
  block: number;
}

/** For monitors no longer checked: others are cleaned up in the first hour of each new day. */
export function deleteStaleResponses({ day, block }: FirstKept, limit: number): Statement[] {
  return [
    sql`
      DELETE FROM response_days WHERE (monitor_id, day) IN (
        SELECT m.id, r.day FROM monitors m CROSS JOIN response_days r ON r.monitor_id = m.id AND r.day < ${day}
        LIMIT ${limit})`,
    sql`
      DELETE FROM response_blocks WHERE (monitor_id, block) IN (
        SELECT m.id, r.block FROM monitors m CROSS JOIN response_blocks r
          ON r.monitor_id = m.id AND r.block < ${block}
        LIMIT ${limit})`,
  ];
}
