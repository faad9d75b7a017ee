import { and, eq, lt, lte, type SQL, sql } from "drizzle-orm";
import { isFailing } from "../domain/monitor/check_result.ts";
import type { MonitorEvent } from "../domain/monitor/event.ts";
import type { Db, Statement } from "./db.ts";
import { acknowledgements, snoozes } from "./tables_alert.ts";

export type AcknowledgementRow = typeof acknowledgements.$inferSelect;

/** Event ids are `<monitor>:<number>`. Numbers only grow, times don't: the clock may be set back. */
const NUMBER = sql`CAST(substr(id, instr(id, ':') + 1) AS INTEGER)`;
/** The index finds the latest by time. If the clock was set back, the newest is among them. */
const LATEST = 20;

export function latestEvent(monitorId: SQL | number): SQL {
  return sql`(
    SELECT * FROM (
      SELECT * FROM monitor_events WHERE monitor_id = ${monitorId} AND kind IN ('alert', 'recovery')
      ORDER BY at DESC, ${NUMBER} DESC LIMIT ${LATEST})
    ORDER BY ${NUMBER} DESC LIMIT 1)`;
}

/** A failure that maintenance hid ends without an event. */
function isFailingNow(monitorId: number): SQL {
  return sql`EXISTS (
    SELECT 1 FROM monitor_status WHERE monitor_id = ${monitorId} AND confirmed IN ('down', 'degraded'))`;
}

export async function findOpenAlert(db: Db, monitorId: number): Promise<MonitorEvent | null> {
  const [row] = await db.all<{ kind: string; body: string }>(
    sql`SELECT kind, body FROM ${latestEvent(monitorId)} WHERE ${isFailingNow(monitorId)}`,
  );
  return row?.kind === "alert" ? (JSON.parse(row.body) as MonitorEvent) : null;
}

export function isOpenAlert({ id, monitorId }: MonitorEvent): SQL {
  return sql`${isFailingNow(monitorId)} AND ${id} = (SELECT id FROM ${latestEvent(monitorId)})`;
}

export function putAcknowledgement(row: AcknowledgementRow): Statement {
  return sql`
    INSERT OR REPLACE INTO acknowledgements (monitor_id, by_name, note, at, until_at, down_since)
    VALUES (${row.monitorId}, ${row.byName}, ${row.note}, ${row.at}, ${row.untilAt}, ${row.downSince})`;
}

export async function findAcknowledgement(db: Db, monitorId: number): Promise<AcknowledgementRow | null> {
  const isThis = eq(acknowledgements.monitorId, monitorId);
  return (await db.select().from(acknowledgements).where(isThis).get()) ?? null;
}

export function hasAcknowledgement(monitorId: number): SQL {
  return sql`EXISTS (SELECT 1 FROM acknowledgements WHERE monitor_id = ${monitorId})`;
}

export function lacksAcknowledgement(monitorId: number): SQL {
  return sql`NOT ${hasAcknowledgement(monitorId)}`;
}

export function deleteAcknowledgement(db: Db, monitorId: number): Statement {
  return db.delete(acknowledgements).where(eq(acknowledgements.monitorId, monitorId));
}

/** For recoveries and the first alert of a later failure. Repeating it spares an acknowledgement made since. */
export function endAcknowledgement(db: Db, event: MonitorEvent): Statement[] {
  const { kind, monitorId, downSince, previousStatus } = event;
  if (kind === "alert" && isFailing(previousStatus)) return [];
  const isOfIt = kind === "recovery" ? lte : lt;
  const { monitorId: ofMonitor, downSince: since } = acknowledgements;
  return [db.delete(acknowledgements).where(and(eq(ofMonitor, monitorId), isOfIt(since, downSince)))];
}

export function putSnooze({ monitorId, untilAt }: typeof snoozes.$inferSelect): Statement {
  return sql`INSERT OR REPLACE INTO snoozes (monitor_id, until_at) VALUES (${monitorId}, ${untilAt})`;
}

export async function findSnooze(db: Db, monitorId: number): Promise<number | null> {
  const row = await db.select().from(snoozes).where(eq(snoozes.monitorId, monitorId)).get();
  return row?.untilAt ?? null;
}

export function deleteSnooze(db: Db, monitorId: number): Statement {
  return db.delete(snoozes).where(eq(snoozes.monitorId, monitorId));
}
