import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { ActionLink } from "../domain/monitor/rule.ts";
import { type Db, readTogether } from "./db.ts";
import type { MonitorRow } from "./monitor.ts";
import { makeUnpack, type PackedRow, pack, unpackRows } from "./packed.ts";
import { actionLinks } from "./tables_action.ts";
import { acknowledgements, channels, monitorChannels, snoozes } from "./tables_alert.ts";
import {
  maintenance,
  maintenanceMonitors,
  monitorDependencies,
  monitorStatus,
  monitors,
} from "./tables_monitor.ts";
import { versionOf } from "./version.ts";

type StatusRow = typeof monitorStatus.$inferSelect;
type Acknowledgement = Pick<typeof acknowledgements.$inferSelect, "byName" | "at" | "note" | "untilAt">;

export interface MonitorView {
  monitor: MonitorRow;
  version: number;
  status: StatusRow | null;
  dependsOnIds: number[];
  channelIds: number[];
  isAlerting: boolean;
  actions: ActionLink[];
  isUnderMaintenance: boolean;
  acknowledgement: Acknowledgement | null;
  snoozedUntil: number | null;
}

const { byName, at, note, untilAt } = acknowledgements;
const acknowledged = { byName, at, note, untilAt };
const { actionId, onStatus, delayMinutes, cooldownMinutes } = actionLinks;
const linked = { actionId, onStatus, delayMinutes, cooldownMinutes };

const unpackMonitor = makeUnpack<MonitorRow>(getTableColumns(monitors));
const unpackStatus = makeUnpack<StatusRow>(getTableColumns(monitorStatus));
const unpackAcknowledgement = makeUnpack<Acknowledgement>(acknowledged);
const unpackLink = makeUnpack<ActionLink>(linked);

type PackedView = [
  monitor: unknown[],
  version: number,
  status: unknown[],
  acknowledgement: unknown[],
  snoozedUntil: number | null,
];
type Linked<T> = [monitorId: number, linked: T[]];

export async function readMonitors(
  db: Db,
  { now, id }: { now: number; id?: number },
): Promise<MonitorView[]> {
  const isOf = (column: SQLiteColumn) => (id === undefined ? sql`1` : sql`${column} = ${id}`);
  const [rows, dependencies, channelLinks, runLinks, enabled, windows, held] = await readTogether<
    [PackedRow, PackedRow, PackedRow, PackedRow, Choice, Choice, { monitorId: number }]
  >(db, [
    selectMonitors(isOf(monitors.id)),
    selectLinks(monitorDependencies.monitorId, {
      values: sql`${monitorDependencies.dependsOnId}`,
      where: isOf(monitorDependencies.monitorId),
    }),
    selectLinks(monitorChannels.monitorId, {
      values: sql`${monitorChannels.channelId}`,
      where: isOf(monitorChannels.monitorId),
    }),
    selectLinks(actionLinks.monitorId, { values: pack(linked), where: isOf(actionLinks.monitorId) }),
    sql`SELECT id, all_monitors AS hasAll FROM ${channels} WHERE enabled = 1`,
    sql`SELECT id, all_monitors AS hasAll FROM ${maintenance} WHERE ${isRunning(now)}`,
    sql`
      SELECT monitor_id AS monitorId FROM ${maintenanceMonitors} JOIN ${maintenance} ON id = maintenance_id
      WHERE ${isRunning(now)}`,
  ]);
  const enabledIds = new Set(enabled.map((channel) => channel.id));
  const isAnyAlerting = enabled.some(({ hasAll }) => hasAll === 1);
  const isEverything = windows.some(({ hasAll }) => hasAll === 1);
  const heldIds = new Set(held.map(({ monitorId }) => monitorId));
  const dependsOn = new Map(unpackRows<Linked<number>>(dependencies));
  const channelsOf = new Map(unpackRows<Linked<number>>(channelLinks));
  const actionsOf = new Map(unpackRows<Linked<unknown[]>>(runLinks));
  return unpackRows<PackedView>(rows).map(([values, version, status, acknowledgement, snoozedUntil]) => {
    const monitor = unpackMonitor(values);
    const channelIds = channelsOf.get(monitor.id) ?? [];
    return {
      monitor,
      version,
      status: status[0] === null ? null : unpackStatus(status),
      acknowledgement: acknowledgement[0] === null ? null : unpackAcknowledgement(acknowledgement),
      snoozedUntil,
      channelIds,
      isAlerting: isAnyAlerting || channelIds.some((channelId) => enabledIds.has(channelId)),
      actions: (actionsOf.get(monitor.id) ?? []).map(unpackLink),
      dependsOnIds: dependsOn.get(monitor.id) ?? [],
      isUnderMaintenance: isEverything || heldIds.has(monitor.id),
    };
  });
}

interface Choice {
  id: number;
  hasAll: number;
}

function isRunning(now: number): SQL {
  const { series, startsAt, endsAt } = maintenance;
  return sql`${series} IS NULL AND ${startsAt} <= ${now} AND ${endsAt} > ${now}`;
}

function selectMonitors(where: SQL): SQL {
  const version = versionOf(sql`'monitor/' || ${monitors.id}`);
  return sql`
    SELECT json_array(${pack(getTableColumns(monitors))}, ${version}, ${pack(getTableColumns(monitorStatus))},
      ${pack(acknowledged)}, ${snoozes.untilAt}) AS row
    FROM ${monitors} LEFT JOIN ${monitorStatus} ON ${monitorStatus.monitorId} = ${monitors.id}
      LEFT JOIN ${acknowledgements} ON ${acknowledgements.monitorId} = ${monitors.id}
      LEFT JOIN ${snoozes} ON ${snoozes.monitorId} = ${monitors.id}
    WHERE ${where} ORDER BY ${monitors.name} COLLATE NOCASE, ${monitors.id}`;
}

function selectLinks(monitorId: SQLiteColumn, { values, where }: { values: SQL; where: SQL }): SQL {
  return sql`
    SELECT json_array(${monitorId}, json_group_array(${values})) AS row
    FROM ${monitorId.table} WHERE ${where} GROUP BY ${monitorId}`;
}
