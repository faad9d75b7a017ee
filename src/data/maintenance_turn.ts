import { lte, type SQL, sql } from "drizzle-orm";
import type { MaintenanceNews } from "../domain/incident/public_fact.ts";
import { DAY_MS } from "../lib/units.ts";
import type { MaintenanceEventType } from "../schema/incident_status.ts";
import type { Statement } from "./db.ts";
import type { DueRows } from "./due.ts";
import { windowBody } from "./public_event.ts";
import { maintenance } from "./tables_monitor.ts";

/** Anything older is no news, such as windows of a restored backup. */
const NEWS_MS = DAY_MS;

export function dueTurns(now: number): DueRows {
  return { table: maintenance, where: lte(maintenance.turnAt, now) };
}

/**
 * Moves every due window on and inserts its events in one transaction: announced, started, completed. A late
 * window takes all its steps. Event ids name the window and the step, so none repeats unless the window has a new start.
 */
export function takeTurns(now: number): Statement[] {
  const isNews = sql`w.turn_at > ${now - NEWS_MS}`;
  const isDue = (progress: string) => sql`w.turn_at <= ${now} AND w.told = ${sql.raw(`'${progress}'`)}`;
  // On any page: each page's own settings then decide who is notified.
  const isAllowed = (type: MaintenanceEventType) => sql`EXISTS (
    SELECT 1 FROM settings s CROSS JOIN json_each(s.value, '$.allowedEvents') a
    WHERE (s.name = 'subscription_settings' OR s.name GLOB 'subscription_settings/*') AND a.value = ${type})`;
  const step = (from: string, to: string, turn: SQL) => sql`
    UPDATE maintenance AS w SET told = ${to}, turn_at = ${turn} WHERE ${isDue(from)}`;
  return [
    announce("scheduled", now, sql`${isDue("planned")} AND w.ends_at > ${now}`),
    step("planned", "announced", sql`starts_at`),
    announce(
      "started",
      now,
      sql`${isDue("announced")} AND ${isNews} AND ${isAllowed("maintenance.started")}`,
    ),
    step("announced", "started", sql`ends_at`),
    announce(
      "completed",
      now,
      sql`${isDue("started")} AND ${isNews} AND ${isAllowed("maintenance.completed")}`,
    ),
    step("started", "completed", sql`NULL`),
  ];
}

function announce(
  news: Exclude<MaintenanceNews, "rescheduled" | "cancelled">,
  at: number,
  which: SQL,
): Statement {
  const step = news === "scheduled" ? sql`${news}` : sql`${news} || '-' || w.starts_at`;
  return sql`
    INSERT OR IGNORE INTO public_events (id, type, at, maintenance_id, body)
    SELECT 'maintenance-' || w.id || '-' || ${step}, 'maintenance.' || ${news}, ${at}, w.id, ${windowBody(news)}
    FROM maintenance w WHERE ${which} AND w.notify_subscribers = 1`;
}
