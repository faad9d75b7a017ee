import { sql } from "drizzle-orm";
import type { MonitorEvent } from "../domain/monitor/event.ts";
import type { StoredFacts } from "../domain/monitor/restored_state.ts";
import type { CertificateNotice } from "../domain/monitor/watch_item.ts";
import type { OpenSegment } from "../domain/uptime/uptime.ts";
import { type Db, readTogether } from "./db.ts";
import { EVENTS_KEPT } from "./monitor_event.ts";

type OfMonitor<T> = T & { monitorId: number };
type StoredStatus = Omit<StoredFacts["status"], "hasBeenDown" | "affectedBy"> & {
  hasBeenDown: 0 | 1;
  affectedBy: string;
};
type EventRow = OfMonitor<{ isNotice: number; body: string }>;

export async function readStoredFacts(
  db: Db,
  { from, to }: { from: number; to: number },
): Promise<Map<number, StoredFacts>> {
  const [statuses, segments, events] = await readTogether<
    [OfMonitor<StoredStatus>, OfMonitor<OpenSegment>, EventRow]
  >(db, [
    sql`
      SELECT monitor_id AS monitorId, current, current_since AS currentSince, confirmed, confirmed_since AS confirmedSince,
        message, checked_at AS checkedAt, response_ms AS responseMs, max_gap_ms AS maxGapMs,
        certificate_expires_at AS certificateExpiresAt, has_been_down AS hasBeenDown, affected_by AS affectedBy
      FROM monitor_status WHERE monitor_id BETWEEN ${from} AND ${to}`,
    sql`
      SELECT monitor_id AS monitorId, state, from_at AS "from" FROM monitor_history
      WHERE monitor_id BETWEEN ${from} AND ${to} AND to_at IS NULL`,
    sql`
      SELECT monitorId, isNotice, body FROM (
        SELECT monitor_id AS monitorId, kind = 'certificate' AS isNotice, body, at,
          row_number() OVER (PARTITION BY monitor_id, kind = 'certificate' ORDER BY at DESC) AS place
        FROM monitor_events WHERE monitor_id BETWEEN ${from} AND ${to})
      WHERE place <= ${EVENTS_KEPT} ORDER BY at`,
  ]);
  const parsed = events.map(({ body, ...event }) => ({ ...event, body: JSON.parse(body) as unknown }));
  const bodiesOf = (id: number, isNotice: number) =>
    parsed.filter((event) => event.monitorId === id && event.isNotice === isNotice).map(({ body }) => body);
  return new Map(
    statuses.map(({ monitorId, hasBeenDown, affectedBy, ...status }) => {
      const segment = segments.findLast((row) => row.monitorId === monitorId);
      return [
        monitorId,
        {
          status: {
            ...status,
            ...(hasBeenDown === 1 && { hasBeenDown: true }),
            ...(status.current === "affected" && { affectedBy: JSON.parse(affectedBy) }),
          },
          open: segment ? { state: segment.state, from: segment.from } : null,
          events: bodiesOf(monitorId, 0) as MonitorEvent[],
          notices: bodiesOf(monitorId, 1) as CertificateNotice[],
        },
      ];
    }),
  );
}
