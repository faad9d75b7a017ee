import { sql } from "drizzle-orm";
import type { MonitorEvent } from "../domain/monitor/event.ts";
import type { CertificateNotice } from "../domain/monitor/watch_item.ts";
import { type Db, listOf, type Statement } from "./db.ts";
import type { DueRows } from "./due.ts";
import { monitorEvents } from "./tables_monitor.ts";

/** The newest of each monitor are kept: a watch continues their numbers and learns from them what it sent. */
export const EVENTS_KEPT = 20;

export type RecordedEvent =
  | { kind: "event"; event: MonitorEvent }
  | { kind: "certificate"; notice: CertificateNotice };

/** Kinds added by a later version are left to that version. */
export function untakenEvents(before: number): DueRows {
  const where = sql`offered = 0 AND at <= ${before} AND kind IN ('alert', 'recovery', 'certificate')`;
  return { table: monitorEvents, where };
}

export function markAllTaken({ where }: DueRows): Statement {
  return sql`UPDATE monitor_events SET offered = 1 WHERE ${where}`;
}

export async function listUntakenEvents(
  db: Db,
  { before, limit }: { before: number; limit: number },
): Promise<RecordedEvent[]> {
  const rows = await db.all<{ kind: string; body: string }>(sql`
    SELECT kind, body FROM monitor_events
    WHERE ${untakenEvents(before).where}
    ORDER BY at LIMIT ${limit}`);
  return rows.map(({ kind, body }) =>
    kind === "certificate"
      ? { kind: "certificate", notice: JSON.parse(body) as CertificateNotice }
      : { kind: "event", event: JSON.parse(body) as MonitorEvent },
  );
}

export async function withEarlierUntaken(
  db: Db,
  recorded: readonly RecordedEvent[],
): Promise<RecordedEvent[]> {
  const events = recorded.flatMap((one) => (one.kind === "event" ? [one.event] : []));
  const rows = await db.all<{ body: string }>(sql`
    SELECT body FROM monitor_events WHERE offered = 0 AND kind IN ('alert', 'recovery')
      AND monitor_id IN ${listOf(events.map(({ monitorId }) => monitorId))}`);
  const known = new Set(events.map(({ id }) => id));
  const earlier = rows
    .map(({ body }) => JSON.parse(body) as MonitorEvent)
    .filter(({ id }) => !known.has(id))
    .filter((one) => events.some((event) => event.monitorId === one.monitorId && isBefore(one, event)));
  if (earlier.length === 0) return [...recorded];
  const ordered = [...earlier, ...events].toSorted((a, b) => numberOf(a) - numberOf(b));
  return [
    ...ordered.map((event): RecordedEvent => {
      return { kind: "event", event };
    }),
    ...recorded.filter(({ kind }) => kind !== "event"),
  ];
}

function isBefore(one: MonitorEvent, event: MonitorEvent): boolean {
  return numberOf(one) < numberOf(event);
}

function numberOf({ id }: MonitorEvent): number {
  return Number(id.slice(id.indexOf(":") + 1));
}

export function markTaken(ids: readonly string[]): Statement {
  return sql`
    UPDATE monitor_events SET offered = 1 WHERE id IN ${listOf(ids)}`;
}

export function deleteOldEvents(before: number, limit: number): Statement {
  const oldestKept = sql`(
    SELECT kept.at FROM monitor_events kept
    WHERE kept.monitor_id = own.id AND kept.at < ${before} AND (kept.kind = 'certificate') = is_certificate.value
    ORDER BY kept.at DESC LIMIT 1 OFFSET ${EVENTS_KEPT - 1})`;
  return sql`
    DELETE FROM monitor_events WHERE id IN (
      WITH RECURSIVE own (id) AS (
        SELECT min(monitor_id) FROM monitor_events
        UNION ALL SELECT (SELECT min(monitor_id) FROM monitor_events WHERE monitor_id > own.id) FROM own WHERE own.id IS NOT NULL)
      SELECT e.id FROM own CROSS JOIN json_each('[0, 1]') is_certificate
      CROSS JOIN monitor_events e ON e.monitor_id = own.id
        AND e.at < CASE WHEN own.id IN (SELECT id FROM monitors) THEN ${oldestKept} ELSE ${before} END
      WHERE e.offered = 1 AND (e.kind = 'certificate') = is_certificate.value LIMIT ${limit})`;
}

export async function listEvents(db: Db, ids: readonly string[]): Promise<Map<string, MonitorEvent>> {
  const rows = await db.all<{ id: string; body: string }>(sql`
    SELECT id, body FROM monitor_events
    WHERE kind <> 'certificate' AND id IN ${listOf(ids)}`);
  return new Map(rows.map(({ id, body }) => [id, JSON.parse(body) as MonitorEvent]));
}
