import { and, desc, eq, sql } from "drizzle-orm";
import type { Ping, PingWithBody } from "../schema/ping.ts";
import type { Db, Statement } from "./db.ts";
import { pings } from "./tables_monitor.ts";

type PingRow = typeof pings.$inferSelect;

const KEPT = 100;

const { id, at, kind, exitCode, runId, runMs, body, isCut } = pings;
const columns = { id, at, kind, exitCode, runId, runMs };

export function insertPing(db: Db, row: Omit<PingRow, "id">): Statement[] {
  return [
    sql`
      INSERT INTO pings (monitor_id, at, kind, exit_code, run_id, run_ms, body, is_cut)
      SELECT id, ${row.at}, ${row.kind}, ${row.exitCode}, ${row.runId}, ${row.runMs}, ${row.body}, ${Number(row.isCut)}
      FROM monitors WHERE id = ${row.monitorId}`,
    db.delete(pings).where(
      and(
        eq(pings.monitorId, row.monitorId),
        sql`${pings.id} <= (
          SELECT id FROM pings WHERE monitor_id = ${row.monitorId} ORDER BY id DESC LIMIT 1 OFFSET ${KEPT})`,
      ),
    ),
  ];
}

export async function listPings(db: Db, monitorId: number): Promise<Ping[]> {
  const rows = await db
    .select({ ...columns, hasBody: sql<number>`${body} <> ''` })
    .from(pings)
    .where(eq(pings.monitorId, monitorId))
    .orderBy(desc(id));
  return rows.map((row) => ({ ...row, hasBody: row.hasBody === 1 }));
}

export async function findPing(
  db: Db,
  { monitorId, pingId }: { monitorId: number; pingId: number },
): Promise<PingWithBody | null> {
  const row = await db
    .select({ ...columns, body, isCut })
    .from(pings)
    .where(and(eq(pings.monitorId, monitorId), eq(id, pingId)))
    .get();
  return row ?? null;
}
