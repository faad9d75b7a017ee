import { and, between, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { MONITORS_PER_WATCH } from "../domain/monitor/schedule.ts";
import type { Span } from "../domain/uptime/history.ts";
import { type Db, listOf } from "./db.ts";
import { withMonitors } from "./maintenance.ts";
import { selectEpoch } from "./restore_epoch.ts";
import { selectSetting } from "./setting.ts";
import { actionLinks } from "./tables_action.ts";
import { agents } from "./tables_agent.ts";
import {
  maintenance,
  maintenanceMonitors,
  monitorDependencies,
  monitorEvents,
  monitorStatus,
  monitors,
} from "./tables_monitor.ts";
import { watchOf } from "./watch.ts";

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
