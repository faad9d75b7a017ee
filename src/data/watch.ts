import { and, between, eq, gt, inArray, isNull, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { MONITORS_PER_WATCH, watchOf as numberOfWatch } from "../domain/monitor/schedule.ts";
import type { OutboxItem, StatusRow } from "../domain/monitor/watch_item.ts";
import type { HistoryWrite, Span } from "../domain/uptime/uptime.ts";
import { type Db, guard, listOf, type Statement } from "./db.ts";
import { withMonitors } from "./maintenance.ts";
import { selectEpoch } from "./restore_epoch.ts";
import { insertIf } from "./rows.ts";
import { selectSetting } from "./setting.ts";
import { actionLinks } from "./tables_action.ts";
import { agents } from "./tables_agent.ts";
import {
  maintenance,
  maintenanceMonitors,
  monitorDependencies,
  monitorEvents,
  monitorHistory,
  monitorStatus,
  monitors,
  responseDays,
  staleWatches,
} from "./tables_monitor.ts";

/** Skips rows of a monitor deleted meanwhile: they must not hold up the others. */
export const ifThere = (monitorId: number) => sql`EXISTS (SELECT 1 FROM monitors WHERE id = ${monitorId})`;

/** Returns the turn. From here on, nothing is written that was sent under an earlier one. */
export function raiseTurn(watch: number): Statement {
  return sql`
    INSERT INTO watch_turns (watch, turn) VALUES (${watch}, 1)
    ON CONFLICT (watch) DO UPDATE SET turn = turn + 1
    RETURNING turn`;
}

export function guardTurn(watch: number, turn: number): Statement {
  return guard(sql`EXISTS (SELECT 1 FROM watch_turns WHERE watch = ${watch} AND turn = ${turn})`);
}

export function saveStatus(monitorId: number, status: StatusRow): Statement {
  const { hasBeenDown = false, affectedBy = [] } = status;
  const row = { ...status, monitorId, hasBeenDown, affectedBy: [...affectedBy] };
  return insertIf(monitorStatus, row, { or: "REPLACE", where: ifThere(monitorId) });
}

/**
 * Rows never overlap, even after the clock was set back: a row that begins inside an older one splits it, and a row that
 * ends replaces what was recorded for the same time before.
 */
export function writeHistory(db: Db, monitorId: number, write: HistoryWrite): Statement[] {
  const isThis = and(eq(monitorHistory.monitorId, monitorId), eq(monitorHistory.fromAt, write.from));
  if (write.kind === "remove") return [db.delete(monitorHistory).where(isThis)];
  if (write.kind === "close") {
    const isInside = sql`monitor_id = ${monitorId} AND from_at > ${write.from} AND from_at < ${write.to}`;
    const rest = write.to + 1;
    return [
      sql`UPDATE OR IGNORE monitor_history SET from_at = ${rest} WHERE ${isInside} AND to_at > ${rest}`,
      sql`DELETE FROM monitor_history WHERE ${isInside} AND to_at IS NOT NULL`,
      db.update(monitorHistory).set({ toAt: write.to }).where(isThis),
    ];
  }
  const isSplit = (end: number) => sql`monitor_id = ${monitorId} AND to_at > ${end} AND from_at = (
    SELECT max(from_at) FROM monitor_history WHERE monitor_id = ${monitorId} AND from_at < ${write.from})`;
  const row = { monitorId, fromAt: write.from, toAt: null, state: write.state, message: write.message };
  return [
    sql`
      INSERT OR IGNORE INTO monitor_history (monitor_id, from_at, to_at, state, message)
      SELECT monitor_id, ${write.from + 1}, to_at, state, message FROM monitor_history
      WHERE ${isSplit(write.from + 1)}`,
    sql`UPDATE monitor_history SET to_at = ${write.from} WHERE ${isSplit(write.from)}`,
    insertIf(monitorHistory, row, { or: "IGNORE", where: ifThere(monitorId) }),
  ];
}

export function saveEvent(item: Extract<OutboxItem, { kind: "event" | "certificate" }>): Statement {
  const { id, monitorId, at } = item.kind === "event" ? item.event : item.notice;
  const [kind, body] = item.kind === "event" ? [item.event.kind, item.event] : ["certificate", item.notice];
  return sql`
    INSERT OR IGNORE INTO monitor_events (id, monitor_id, kind, at, body, offered)
    VALUES (${id}, ${monitorId}, ${kind}, ${at}, ${JSON.stringify(body)},
      NOT EXISTS (SELECT 1 FROM monitor_channels WHERE monitor_id = ${monitorId})
        AND NOT EXISTS (SELECT 1 FROM channels WHERE all_monitors = 1))`;
}

export async function listResponseDays(
  db: Db,
  days: readonly { monitorId: number; day: number }[],
): Promise<{ monitorId: number; day: number; hours: Uint8Array }[]> {
  if (days.length === 0) return [];
  const isThis = sql`(monitor_id, day) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${toPairs(days)}))`;
  return await db.select().from(responseDays).where(isThis);
}

export function saveResponseDay(
  monitorId: number,
  { day, hours }: { day: number; hours: Uint8Array },
): Statement {
  const row = { monitorId, day, hours };
  return insertIf(responseDays, row, { or: "REPLACE", where: ifThere(monitorId) });
}

export function deleteOldResponseDays(db: Db, monitorId: number, before: number): Statement {
  return db
    .delete(responseDays)
    .where(and(eq(responseDays.monitorId, monitorId), lt(responseDays.day, before)));
}

export function watchOf(monitorId: SQLWrapper): SQL<number> {
  return sql<number>`${monitorId} / ${sql.raw(String(MONITORS_PER_WATCH))}`;
}

/** Each mark is new, so a late `clearStale` of an earlier one leaves it. */
export const NEW_MARK = sql`abs(random() % 1000000000000)`;

export function markStale(watches: readonly number[]): Statement {
  return mark(sql`SELECT value AS watch FROM json_each(${JSON.stringify([...new Set(watches)])})`);
}

export function markMonitorsStale(monitorIds: readonly number[]): Statement {
  return markStale(monitorIds.map(numberOfWatch));
}

export function markKeysStale(keys: readonly string[]): Statement {
  return mark(sql`SELECT DISTINCT ${watchOf(sql`id`)} AS watch FROM monitors WHERE key IN ${listOf(keys)}`);
}

export function markInsertedStale(): Statement {
  return mark(sql`SELECT ${watchOf(sql`last_insert_rowid()`)} AS watch`);
}

function mark(watches: SQL): Statement {
  return sql`
    INSERT INTO stale_watches (watch, version) SELECT watch, ${NEW_MARK} FROM (${watches})
    WHERE true ON CONFLICT (watch) DO UPDATE SET version = excluded.version`;
}

export const ARE_STALE = sql`EXISTS (SELECT 1 FROM ${staleWatches})`;

export async function listStale(db: Db): Promise<{ watch: number; version: number }[]> {
  return await db.select().from(staleWatches);
}

export function clearStale(db: Db, watch: number, version: number): Statement {
  return db.delete(staleWatches).where(and(eq(staleWatches.watch, watch), eq(staleWatches.version, version)));
}

function toPairs(days: readonly { monitorId: number; day: number }[]): string {
  return JSON.stringify(days.map(({ monitorId, day }) => [monitorId, day]));
}

export const SELF_TEST = "self_test";

export type LinkRow = typeof actionLinks.$inferSelect;
export type MonitorRow = typeof monitors.$inferSelect;

export interface WindowRow extends Span {
  id: number;
  allMonitors: boolean;
  monitorIds: number[];
}

interface WatchRows {
  monitors: MonitorRow[];
  dependencies: { monitorId: number; dependsOnId: number }[];
  links: LinkRow[];
  windows: WindowRow[];
  sequences: Map<number, number>;
  agents: Map<string, string>;
  epoch: number;
  selfTest: unknown;
}

export async function readWatchRows(
  db: Db,
  { from, to, now }: { from: number; to: number; now: number },
): Promise<WatchRows> {
  const [rows, dependencies, links, windows, windowMonitors, sequences, agentRows, epochs, selfTest] =
    await db.batch([
      db
        .select()
        .from(monitors)
        .where(between(monitors.id, from, to)),
      db.select().from(monitorDependencies),
      db
        .select()
        .from(actionLinks)
        .where(between(actionLinks.monitorId, from, to))
        .orderBy(actionLinks.actionId, actionLinks.onStatus),
      db
        .select()
        .from(maintenance)
        .where(and(isNull(maintenance.series), gt(maintenance.endsAt, now))),
      db
        .select()
        .from(maintenanceMonitors)
        .where(between(maintenanceMonitors.monitorId, from, to)),
      db
        .select({
          monitorId: monitorEvents.monitorId,
          last: sql<number>`max(CAST(substr(id, instr(id, ':') + 1) AS INTEGER))`,
        })
        .from(monitorEvents)
        .where(between(monitorEvents.monitorId, from, to))
        .groupBy(monitorEvents.monitorId),
      db.select({ key: agents.key, name: agents.name }).from(agents),
      selectEpoch(db),
      selectSetting(db, SELF_TEST),
    ]);
  return {
    monitors: rows,
    dependencies,
    links,
    windows: withMonitors(windows, windowMonitors).map(
      ({ id, startsAt, endsAt, allMonitors, monitorIds }) => {
        return { id, from: startsAt, to: endsAt, allMonitors, monitorIds };
      },
    ),
    sequences: new Map(sequences.map(({ monitorId, last }) => [monitorId, last])),
    agents: new Map(agentRows.map(({ key, name }) => [key, name])),
    epoch: epochs[0]?.epoch ?? 0,
    selfTest: selfTest[0]?.value ?? null,
  };
}

export async function listFailed(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .select({ id: monitorStatus.monitorId })
    .from(monitorStatus)
    .where(
      and(
        inArray(monitorStatus.monitorId, listOf(ids)),
        sql`(${monitorStatus.current} = 'down' OR ${monitorStatus.confirmed} = 'down' OR ${monitorStatus.hasBeenDown})`,
      ),
    );
  return rows.map(({ id }) => id);
}

export async function listWatches(db: Db): Promise<number[]> {
  const rows = await db.all<{ watch: number }>(selectWatches());
  return rows.map(({ watch }) => watch);
}

export function selectWatches(): SQL {
  const first = watchOf(sql`min(id)`);
  const next = sql`(own.watch + 1) * ${sql.raw(String(MONITORS_PER_WATCH))}`;
  return sql`
    WITH RECURSIVE own (watch) AS (
      SELECT ${first} FROM monitors
      UNION ALL SELECT (SELECT ${first} FROM monitors WHERE id >= ${next}) FROM own WHERE own.watch IS NOT NULL)
    SELECT watch FROM own WHERE watch IS NOT NULL ORDER BY watch`;
}
