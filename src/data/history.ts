import { and, between, eq, sql } from "drizzle-orm";
import { decodeResponseDay, type ResponseDay } from "../domain/uptime/response_times.ts";
import { type HistoryState, type Segment, withoutAhead } from "../domain/uptime/uptime.ts";
import { DAY_MS } from "../lib/units.ts";
import type { Db } from "./db.ts";
import { responseDays } from "./tables_monitor.ts";

type SegmentRow = {
  monitor_id: number;
  from_at: number;
  to_at: number | null;
  state: HistoryState;
  message: string;
};

export async function listSegments(
  db: Db,
  monitorIds: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<Map<number, Segment[]>> {
  const rows = await db.all<SegmentRow>(sql`
    SELECT monitor_id, from_at, to_at, state, message FROM json_each(${JSON.stringify(monitorIds)})
    JOIN monitor_history ON monitor_id = value AND from_at < ${to}
      AND from_at >= coalesce((SELECT max(h.from_at) FROM monitor_history h
                               WHERE h.monitor_id = value AND h.from_at <= ${from}), ${from})
    ORDER BY monitor_id, from_at`);
  const found = new Map<number, Segment[]>();
  for (const { monitor_id, from_at, to_at, state, message } of rows) {
    if (to_at !== null && to_at <= from) continue;
    const own = found.get(monitor_id) ?? [];
    own.push({ state, from: from_at, to: to_at, message });
    found.set(monitor_id, own);
  }
  return new Map([...found].map(([id, own]) => [id, withoutAhead(own)]));
}

export async function listResponseDays(
  db: Db,
  monitorId: number,
  { from, to }: { from: number; to: number },
): Promise<Map<number, ResponseDay>> {
  const isInSpan = between(responseDays.day, Math.floor(from / DAY_MS), Math.floor(to / DAY_MS));
  const rows = await db
    .select()
    .from(responseDays)
    .where(and(eq(responseDays.monitorId, monitorId), isInSpan));
  return new Map(rows.map(({ day, hours }) => [day, decodeResponseDay(hours)]));
}

export async function listWindows(
  db: Db,
  monitorId: number,
  { from, to }: { from: number; to: number },
): Promise<{ from: number; to: number }[]> {
  const rows = await db.all<{ starts_at: number; ends_at: number }>(sql`
    SELECT starts_at, ends_at FROM maintenance
    WHERE series IS NULL AND ends_at > ${from} AND starts_at < ${to} AND (all_monitors OR EXISTS (
      SELECT 1 FROM maintenance_monitors WHERE maintenance_id = id AND monitor_id = ${monitorId}))`);
  return rows.map(({ starts_at, ends_at }) => ({ from: starts_at, to: ends_at }));
}

export async function listWindowsByMonitor(
  db: Db,
  monitorIds: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<Map<number, { from: number; to: number }[]>> {
  const rows = await db.all<{ monitor_id: number; starts_at: number; ends_at: number }>(sql`
    SELECT value AS monitor_id, starts_at, ends_at FROM maintenance
    CROSS JOIN json_each(${JSON.stringify(monitorIds)})
    WHERE series IS NULL AND ends_at > ${from} AND starts_at < ${to} AND (all_monitors OR EXISTS (
      SELECT 1 FROM maintenance_monitors WHERE maintenance_id = maintenance.id AND monitor_id = value))`);
  const found = new Map<number, { from: number; to: number }[]>();
  for (const { monitor_id, starts_at, ends_at } of rows)
    found.set(monitor_id, [...(found.get(monitor_id) ?? []), { from: starts_at, to: ends_at }]);
  return found;
}
