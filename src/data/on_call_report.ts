import { sql } from "drizzle-orm";
import { DAY_MS } from "../lib/units.ts";
import type { Db } from "./db.ts";

interface AlertOfPerson {
  userId: number;
  email: string;
  at: number;
  messages: number;
  acknowledgedAt: number | null;
}

/** No alert is delivered later than this after its row was created. */
const LONGEST_WAIT_MS = DAY_MS;

/** A failure that woke somebody several times or by several ways counts as one alert. */
export async function listAlertsOfPeople(
  db: Db,
  { from, to }: { from: number; to: number },
): Promise<AlertOfPerson[]> {
  return await db.all<AlertOfPerson>(sql`
    WITH sent AS (
      SELECT recipient ->> 'userId' AS user_id, recipient ->> 'email' AS email, monitor_id,
        message ->> 'downSince' AS down_since, iif(monitor_id IS NULL, event_id, '') AS digest,
        event_type, delivered_at, created_at
      FROM deliveries
      WHERE recipient IS NOT NULL AND recipient ->> 'userId' IS NOT NULL AND created_at >= ${from - LONGEST_WAIT_MS}),
    known AS (
      SELECT monitor_id, down_since, min(created_at) AS at FROM sent
      WHERE event_type = 'acknowledged' GROUP BY monitor_id, down_since)
    SELECT sent.user_id AS userId, max(sent.email) AS email, min(sent.delivered_at) AS at,
      count(*) AS messages, min(known.at) AS acknowledgedAt
    FROM sent LEFT JOIN known ON known.monitor_id = sent.monitor_id AND known.down_since = sent.down_since
    WHERE sent.event_type = 'alert' AND sent.delivered_at >= ${from} AND sent.delivered_at < ${to}
    GROUP BY sent.user_id, sent.monitor_id, sent.down_since, sent.digest
    ORDER BY at`);
}
