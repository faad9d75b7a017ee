import { sql } from "drizzle-orm";
import type { StoredMirror } from "../domain/mirror/state.ts";
import type { CurrentStatus } from "../domain/monitor/state.ts";
import type { Dashboard } from "../schema/dashboard.ts";
import { type Db, readTogether } from "./db.ts";
import { MIRRORS, toMirror } from "./mirror.ts";

const MOST_WINDOWS = 20;
const MOST_INCIDENTS = 10;
const MOST_ALERTS = 100;

export interface BoardRow {
  id: number;
  name: string;
  isPaused: boolean;
  current: CurrentStatus;
  since: number | null;
  message: string;
  alertsNobody: boolean;
  createdAt: number;
}

interface BoardRows {
  monitors: BoardRow[];
  channels: { type: string; isTaking: boolean }[];
  firstAt: number | null;
  pages: number;
  settings: ReadonlyMap<string, string>;
  windows: { id: number; name: string; startsAt: number; endsAt: number }[];
  incidents: NonNullable<Dashboard["incidents"]>;
  alerts: NonNullable<Dashboard["alerts"]>;
  mirrors: StoredMirror[];
}

const alertsOfOutages = sql`
  SELECT d.monitor_id AS monitorId, d.channel_id AS channelId, d.channel_name AS channelName, d.status, d.reason,
    coalesce(d.delivered_at, d.created_at) AS at
  FROM monitor_status s JOIN deliveries d ON d.id IN (
    SELECT max(id) FROM deliveries
    WHERE monitor_id = s.monitor_id AND event_type = 'alert' AND created_at >= s.confirmed_since
    GROUP BY channel_id)
  WHERE s.confirmed IN ('down', 'degraded')
  ORDER BY d.id DESC LIMIT ${MOST_ALERTS}`;

export async function readBoard(
  db: Db,
  { now, settings }: { now: number; settings: readonly string[] },
): Promise<BoardRows> {
  const names = JSON.stringify(settings);
  const [monitors = [], channels = [], [facts] = [], stored = [], windows = [], incidents = [], ...lists] =
    await readTogether(db, [
      sql`
        SELECT m.id, m.name, m.paused, m.created_at AS createdAt, coalesce(s.current, 'pending') AS current, s.current_since AS since,
          coalesce(s.message, '') AS message,
          NOT EXISTS (SELECT 1 FROM monitor_channels l JOIN channels c ON c.id = l.channel_id
            WHERE l.monitor_id = m.id AND c.enabled = 1)
            AND NOT EXISTS (SELECT 1 FROM channels WHERE all_monitors = 1 AND enabled = 1) AS silent
        FROM monitors m LEFT JOIN monitor_status s ON s.monitor_id = m.id ORDER BY m.name COLLATE NOCASE, m.id`,
      sql`
        SELECT type, max(enabled = 1 AND (all_monitors = 1 OR EXISTS (
          SELECT 1 FROM monitor_channels l JOIN monitors m ON m.id = l.monitor_id
          WHERE l.channel_id = c.id AND m.paused = 0))) AS taking
        FROM channels c GROUP BY type`,
      sql`SELECT min(at) AS firstAt, (SELECT count(*) FROM pages) AS pages FROM audit`,
      sql`SELECT name, value FROM settings WHERE name IN (SELECT value FROM json_each(${names}))`,
      sql`
        SELECT coalesce(series_id, id) AS id, name, starts_at AS startsAt, ends_at AS endsAt FROM maintenance
        WHERE series IS NULL AND ends_at > ${now} AND (series_id IS NULL OR id = (
          SELECT o.id FROM maintenance o WHERE o.series_id = maintenance.series_id AND o.ends_at > ${now}
          ORDER BY o.starts_at, o.id LIMIT 1)) ORDER BY starts_at, id LIMIT ${MOST_WINDOWS}`,
      sql`
        SELECT id, title, status, impact, draft, page_wide AS pageWide, started_at AS startedAt,
          CASE WHEN draft = 0 THEN nag_hours * 3600000 + max(coalesce(published_at, created_at), coalesce((
            SELECT max(posted_at) FROM incident_updates WHERE incident_id = incidents.id AND publish_at IS NULL), 0))
          END AS overdueAt,
          (SELECT json_group_array(monitor_id) FROM incident_monitors WHERE incident_id = incidents.id) AS monitorIds
        FROM incidents
        WHERE status <> 'resolved' ORDER BY started_at DESC, id DESC LIMIT ${MOST_INCIDENTS}`,
      alertsOfOutages,
      MIRRORS,
    ]);
  const [alerts = [], mirrors = []] = lists;
  return {
    monitors: monitors.map(({ paused, silent, ...monitor }) => ({
      ...(monitor as Pick<BoardRow, "id" | "name" | "current" | "since" | "message" | "createdAt">),
      isPaused: paused === 1,
      alertsNobody: silent === 1,
    })),
    channels: channels.map(({ type, taking }) => ({ type: String(type), isTaking: taking === 1 })),
    firstAt: facts?.["firstAt"] ? Number(facts["firstAt"]) : null,
    pages: Number(facts?.["pages"] ?? 1),
    settings: new Map(stored.map(({ name, value }) => [String(name), String(value)])),
    windows: windows as BoardRows["windows"],
    incidents: incidents.map(({ draft, pageWide, monitorIds, ...incident }) => ({
      ...(incident as Pick<
        BoardRows["incidents"][number],
        "id" | "title" | "status" | "impact" | "startedAt" | "overdueAt"
      >),
      draft: draft === 1,
      pageWide: pageWide === 1,
      monitorIds: JSON.parse(String(monitorIds)) as number[],
    })),
    alerts: alerts as BoardRows["alerts"],
    mirrors: mirrors.map(toMirror),
  };
}
