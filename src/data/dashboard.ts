import { sql } from "drizzle-orm";
import type { CurrentStatus } from "../domain/monitor/state.ts";
import type { Dashboard } from "../schema/dashboard.ts";
import { type Db, readTogether } from "./db.ts";

const MOST_WINDOWS = 20;
const MOST_INCIDENTS = 10;
const MOST_ENTRIES = 6;

/** Of a monitor what a dashboard shows, as its watch wrote it last. */
export interface BoardRow {
  id: number;
  name: string;
  isPaused: boolean;
  current: CurrentStatus;
  since: number | null;
  message: string;
  alertsNobody: boolean;
}

interface BoardRows {
  monitors: BoardRow[];
  hasChannel: boolean;
  /** When the first entry of the audit log was made, which is that of the set-up. */
  firstAt: number | null;
  /** As they are stored, by name. */
  settings: ReadonlyMap<string, string>;
  windows: { id: number; name: string; startsAt: number; endsAt: number }[];
  incidents: NonNullable<Dashboard["incidents"]>;
  entries: NonNullable<Dashboard["audit"]>;
}

/** All of it read as one. */
export async function readBoard(
  db: Db,
  { now, settings }: { now: number; settings: readonly string[] },
): Promise<BoardRows> {
  const names = JSON.stringify(settings);
  const [monitors = [], [facts] = [], stored = [], windows = [], incidents = [], entries = []] =
    await readTogether(db, [
      sql`
        SELECT m.id, m.name, m.paused, coalesce(s.current, 'pending') AS current, s.current_since AS since,
          coalesce(s.message, '') AS message,
          NOT EXISTS (SELECT 1 FROM monitor_channels l JOIN channels c ON c.id = l.channel_id
            WHERE l.monitor_id = m.id AND c.enabled = 1)
            AND NOT EXISTS (SELECT 1 FROM channels WHERE all_monitors = 1 AND enabled = 1) AS silent
        FROM monitors m LEFT JOIN monitor_status s ON s.monitor_id = m.id ORDER BY m.name COLLATE NOCASE, m.id`,
      sql`SELECT EXISTS (SELECT 1 FROM channels) AS hasChannel, (SELECT min(at) FROM audit) AS firstAt`,
      sql`SELECT name, value FROM settings WHERE name IN (SELECT value FROM json_each(${names}))`,
      sql`
        SELECT id, name, starts_at AS startsAt, ends_at AS endsAt FROM maintenance
        WHERE ends_at > ${now} ORDER BY starts_at, id LIMIT ${MOST_WINDOWS}`,
      sql`
        SELECT id, title, status, impact, draft, started_at AS startedAt FROM incidents
        WHERE status <> 'resolved' ORDER BY started_at DESC, id DESC LIMIT ${MOST_INCIDENTS}`,
      sql`
        SELECT id, at, user_email AS userEmail, action, entity_type AS entityType, entity_name AS entityName
        FROM audit ORDER BY id DESC LIMIT ${MOST_ENTRIES}`,
    ]);
  return {
    monitors: monitors.map(({ paused, silent, ...monitor }) => ({
      ...(monitor as Pick<BoardRow, "id" | "name" | "current" | "since" | "message">),
      isPaused: paused === 1,
      alertsNobody: silent === 1,
    })),
    hasChannel: facts?.["hasChannel"] === 1,
    firstAt: facts?.["firstAt"] ? Number(facts["firstAt"]) : null,
    settings: new Map(stored.map(({ name, value }) => [String(name), String(value)])),
    windows: windows as BoardRows["windows"],
    incidents: incidents.map(({ draft, ...incident }) => {
      return { ...(incident as Omit<BoardRows["incidents"][number], "draft">), draft: draft === 1 };
    }),
    entries: entries as BoardRows["entries"],
  };
}
