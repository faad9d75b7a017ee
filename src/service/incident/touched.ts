import type { Db, Statement } from "../../data/db.ts";
import type { MaintenanceRow } from "../../data/maintenance.ts";
import { listWatches, markMonitorsStale } from "../../data/watch.ts";
import { MONITORS_PER_WATCH } from "../../domain/monitor/schedule.ts";

export async function markTouched(
  db: Db,
  rows: readonly Pick<MaintenanceRow, "allMonitors" | "monitorIds">[],
): Promise<Statement[]> {
  const named = rows.flatMap(({ monitorIds }) => monitorIds);
  if (!rows.some(({ allMonitors }) => allMonitors)) return [markMonitorsStale(named)];
  const watches = await listWatches(db);
  return [markMonitorsStale([...named, ...watches.map((watch) => watch * MONITORS_PER_WATCH)])];
}
