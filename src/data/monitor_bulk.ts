import { sql } from "drizzle-orm";
import { listOf, type Statement } from "./db.ts";
import { suppressHeldOf } from "./delivery_suppress.ts";
import type { MonitorRow } from "./monitor.ts";
import { updateRows } from "./rows.ts";
import { monitors } from "./tables_monitor.ts";

const CHANGED = [
  "paused",
  "intervalSecs",
  "timeoutMs",
  "retries",
  "failureThreshold",
  "recoveryThreshold",
  "tags",
] as const;

type Change = { id: number } & Partial<Pick<MonitorRow, (typeof CHANGED)[number]>>;

export function updateChosenRows(changes: readonly Change[], now: number): Statement[] {
  const set = { updatedAt: sql`${now}` };
  const paused = changes.filter((change) => change.paused).map(({ id }) => id);
  return [
    ...(paused.length > 0 ? suppressHeldOf(listOf(paused)) : []),
    ...updateRows(monitors, changes, { by: "id", keys: CHANGED, set, isPartial: true }),
  ];
}

export function insertMonitorChannels(
  monitorIds: readonly number[],
  channelIds: readonly number[],
): Statement {
  return sql`
    INSERT OR IGNORE INTO monitor_channels (monitor_id, channel_id)
    SELECT m.id, c.id FROM monitors m CROSS JOIN channels c
    WHERE m.id IN ${listOf(monitorIds)} AND c.id IN ${listOf(channelIds)}`;
}

export function deleteMonitorChannels(
  monitorIds: readonly number[],
  channelIds: readonly number[],
): Statement {
  return sql`
    DELETE FROM monitor_channels
    WHERE monitor_id IN ${listOf(monitorIds)} AND channel_id IN ${listOf(channelIds)}`;
}
