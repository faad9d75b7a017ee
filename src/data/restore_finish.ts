import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "./db.ts";
import { countEnds, type TallyKind } from "./tally.ts";

const ENDED = "ended by a restore";
const NOBODY = '{"monitorIds":[],"tags":[]}';

/**
 * Runs on the shadow tables before the swap. Work under way at the time of the backup may have finished
 * since, so it is ended here: nothing may be sent twice.
 */
export function finishRestore(now: number): Statement[] {
  const openRuns = sql`status IN ('waiting', 'running')`;
  const countCancelled = (kind: TallyKind, ending: SQL) => countEnds(kind, ending, "restore_tallies");
  return [
    countCancelled(
      "delivery",
      sql`SELECT channel_id AS object_id, 'cancelled' AS status FROM restore_deliveries WHERE status = 'pending'`,
    ),
    countCancelled(
      "run",
      sql`SELECT action_id AS object_id, 'cancelled' AS status FROM restore_action_runs WHERE ${openRuns}`,
    ),
    sql`
      UPDATE restore_deliveries SET status = 'cancelled', reason = ${ENDED}, held_until = NULL, claimed_until = NULL
      WHERE status = 'pending'`,
    sql`
      UPDATE restore_action_runs SET status = 'cancelled', reason = ${ENDED}, claimed_until = NULL, finished_at = ${now}
      WHERE ${openRuns}`,
    sql`UPDATE restore_action_runs SET failure_offered = 1 WHERE failure_offered = 0`,
    sql`DELETE FROM restore_settings WHERE name = 'own_trouble'`,
    sql`UPDATE restore_monitor_events SET offered = 1 WHERE offered = 0`,
    sql`
      UPDATE restore_subscriber_deliveries SET status = 'failed', claimed_until = NULL, last_error = ${ENDED}
      WHERE status = 'pending'`,
    sql`
      UPDATE restore_subscriber_notices SET status = 'failed', claimed_until = NULL, token = NULL, last_error = ${ENDED}
      WHERE status = 'pending'`,
    sql`
      UPDATE restore_fanouts SET cursor = NULL, claimed_until = NULL, finished_at = ${now}
      WHERE cursor IS NOT NULL OR finished_at IS NULL`,
    sql`
      INSERT INTO restore_fanouts (event_id, event_type, title, scope, at, cursor, finished_at, created_at)
      SELECT id, type, '', ${NOBODY}, at, NULL, ${now}, ${now} FROM restore_public_events AS event
      WHERE NOT EXISTS (SELECT 1 FROM restore_fanouts WHERE event_id = event.id)`,
    ...noteDueNews(now),
    // If a state changed while pages were read, both rows may be open.
    sql`
      UPDATE restore_monitor_history AS row SET to_at = (
        SELECT min(next.from_at) FROM restore_monitor_history AS next
        WHERE next.monitor_id = row.monitor_id AND next.from_at > row.from_at)
      WHERE to_at IS NULL AND EXISTS (
        SELECT 1 FROM restore_monitor_history AS next
        WHERE next.monitor_id = row.monitor_id AND next.from_at > row.from_at)`,
  ];
}

/** Planned updates and maintenance that fell due since the backup are published again, but were sent then. */
function noteDueNews(now: number): Statement[] {
  const note = (eventId: SQL, { type, at, from }: { type: string; at: string; from: SQL }) => sql`
    INSERT OR IGNORE INTO restore_fanouts
      (event_id, event_type, title, scope, at, cursor, finished_at, created_at)
    SELECT ${eventId}, ${type}, '', ${NOBODY}, ${sql.raw(at)}, NULL, ${now}, ${now} FROM ${from}
    WHERE ${sql.raw(at)} <= ${now}`;
  const updates = sql`restore_incident_updates`;
  const windows = sql`(SELECT * FROM restore_maintenance WHERE series IS NULL AND turn_at <= ${now})`;
  const step = (news: string) => sql`'maintenance-' || id || ${`-${news}-`} || starts_at`;
  return [
    note(sql`'incident-' || incident_id || '-update-' || id`, {
      type: "incident.updated",
      at: "publish_at",
      from: updates,
    }),
    note(sql`'maintenance-' || id || '-scheduled'`, {
      type: "maintenance.scheduled",
      at: "turn_at",
      from: windows,
    }),
    note(step("started"), { type: "maintenance.started", at: "starts_at", from: windows }),
    note(step("completed"), { type: "maintenance.completed", at: "ends_at", from: windows }),
  ];
}
