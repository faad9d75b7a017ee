import { sql } from "drizzle-orm";
import type { PageRecurrence } from "../domain/page/recurrence.ts";
import { maintenance } from "./tables_monitor.ts";

export function parseRecurs(text: unknown): PageRecurrence | null {
  return typeof text === "string" ? JSON.parse(text) : null;
}

export const recurs = sql`
  CASE WHEN ${maintenance.seriesId} IS NOT NULL THEN (
    SELECT json_object('recurrence', w.series -> 'recurrence', 'timezone', w.series ->> 'timezone',
      'firstAt', w.starts_at, 'nextAt', (
        SELECT min(o.starts_at) FROM maintenance o
        WHERE o.series_id = maintenance.series_id AND o.starts_at > maintenance.starts_at))
    FROM maintenance w WHERE w.id = maintenance.series_id) END`
  .mapWith(parseRecurs)
  .as("recurs");
