import { sql } from "drizzle-orm";
import { inChunks, type Statement } from "./db.ts";
import { listOf } from "./list_of.ts";
import type { MonitorRow } from "./monitor.ts";

type Change = { id: number } & Partial<
  Pick<
    MonitorRow,
    "paused" | "intervalSecs" | "timeoutMs" | "retries" | "failureThreshold" | "recoveryThreshold" | "tags"
  >
>;

export function updateChosenRows(changes: readonly Change[], now: number): Statement[] {
  return inChunks(
    changes,
    (chunk) => sql`
    UPDATE monitors SET paused = coalesce(value ->> 'paused', paused),
      interval_secs = coalesce(value ->> 'intervalSecs', interval_secs),
      timeout_ms = coalesce(value ->> 'timeoutMs', timeout_ms), retries = coalesce(value ->> 'retries', retries),
      failure_threshold = coalesce(value ->> 'failureThreshold', failure_threshold),
      recovery_threshold = coalesce(value ->> 'recoveryThreshold', recovery_threshold),
      tags = coalesce(value ->> 'tags', tags), updated_at = ${now}
    FROM json_each(${chunk}) WHERE monitors.id = value ->> 'id'`,
  );
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
