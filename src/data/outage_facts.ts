import { sql } from "drizzle-orm";
import type { OutageFacts } from "../domain/alert/outage.ts";
import { isFailing } from "../domain/monitor/check_result.ts";
import { latestEvent } from "./acknowledgement.ts";
import type { ChannelRow } from "./channel.ts";
import { type Db, decodeRows, listOf, readTogether } from "./db.ts";
import { selectEpoch } from "./restore_epoch.ts";
import { channels } from "./tables_alert.ts";

interface OutageFactsRow {
  monitorId: number;
  isWatched: number;
  lastKind: string | null;
  current: string | null;
  confirmed: string | null;
  message: string | null;
  maintenanceUntil: number | null;
  snoozedUntil: number | null;
  isAcknowledged: number;
  acknowledgedUntil: number | null;
}

const NOTHING: OutageFacts = {
  isDeleted: true,
  isWatched: false,
  isFailing: false,
  failure: null,
  maintenanceUntil: null,
  snoozedUntil: null,
  acknowledged: null,
};

export async function readChannelOutageFacts(
  db: Db,
  channelId: number,
  { monitorIds, now }: { monitorIds: readonly number[]; now: number },
): Promise<{ channel: ChannelRow | null; epoch: number; standings: Map<number, OutageFacts> }> {
  const [channel, rows, [epoch]] = await readTogether<
    [Record<string, unknown>, OutageFactsRow, { epoch: number | null }]
  >(db, [
    sql`SELECT * FROM channels WHERE id = ${channelId}`,
    sql`
      SELECT m.id AS monitorId,
        m.paused = 0 AND (
          EXISTS (SELECT 1 FROM monitor_channels WHERE monitor_id = m.id AND channel_id = ${channelId})
          OR EXISTS (SELECT 1 FROM channels WHERE id = ${channelId} AND all_monitors = 1)) AS isWatched,
        (SELECT kind FROM ${latestEvent(sql`m.id`)}) AS lastKind,
        (SELECT max(ends_at) FROM maintenance AS w
          WHERE w.series IS NULL AND w.starts_at <= ${now} AND w.ends_at > ${now} AND (
          w.all_monitors = 1 OR EXISTS (
            SELECT 1 FROM maintenance_monitors WHERE maintenance_id = w.id AND monitor_id = m.id))) AS maintenanceUntil,
        l.current, l.confirmed, l.message, s.until_at AS snoozedUntil, a.monitor_id IS NOT NULL AS isAcknowledged, a.until_at AS acknowledgedUntil
      FROM monitors AS m LEFT JOIN monitor_status AS l ON l.monitor_id = m.id
        LEFT JOIN snoozes AS s ON s.monitor_id = m.id
        LEFT JOIN acknowledgements AS a ON a.monitor_id = m.id
      WHERE m.id IN ${listOf(monitorIds)}`,
    selectEpoch(db),
  ]);
  const known = new Map(rows.map((row) => [row.monitorId, toOutageFacts(row)]));
  return {
    channel: decodeRows(channels, channel)[0] ?? null,
    epoch: epoch?.epoch ?? 0,
    standings: new Map(monitorIds.map((id) => [id, known.get(id) ?? NOTHING])),
  };
}

function toOutageFacts({ lastKind, maintenanceUntil, snoozedUntil, ...row }: OutageFactsRow): OutageFacts {
  return {
    isDeleted: false,
    isWatched: row.isWatched === 1,
    isFailing: lastKind === "alert",
    failure: toFailure(row),
    maintenanceUntil,
    snoozedUntil,
    acknowledged: row.isAcknowledged === 1 ? { untilMs: row.acknowledgedUntil } : null,
  };
}

/** The message describes the last change of status, so it fits only if that is the confirmed one. */
function toFailure({
  current,
  confirmed,
  message,
}: Pick<OutageFactsRow, "current" | "confirmed" | "message">): OutageFacts["failure"] {
  if (confirmed === null || !isFailing(confirmed) || current !== confirmed) return null;
  return { status: confirmed, error: message ?? "" };
}
