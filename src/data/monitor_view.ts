import { getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { ActionLink } from "../domain/monitor/rule.ts";
import { type Db, listOf, type RowsOf, readTogether } from "./db.ts";
import type { MonitorRow } from "./monitor.ts";
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

const SLICE = 2000;

type StatusRow = typeof monitorStatus.$inferSelect;
type Acknowledgement = Pick<typeof acknowledgements.$inferSelect, "byName" | "at" | "note" | "untilAt">;

interface Surroundings {
  dependsOnIds: number[];
  channelIds: number[];
  isAlerting: boolean;
  isUnderMaintenance: boolean;
  acknowledgement: Acknowledgement | null;
  snoozedUntil: number | null;
}

export interface MonitorView extends Surroundings {
  monitor: MonitorRow;
  version: number;
  status: StatusRow | null;
  actions: ActionLink[];
}

/** The fields that a list shows. Reading every field of thousands of monitors takes much longer. */
export interface ListedView extends Surroundings {
  monitor: ListedRow;
}

type ListedRow = Pick<MonitorRow, keyof typeof listed>;
export type StoredStatus = Pick<StatusRow, keyof typeof storedStatus>;

const { byName, at, note, untilAt } = acknowledgements;
const acknowledged = { byName, at, note, untilAt };
const { actionId, onStatus, delayMinutes, cooldownMinutes } = actionLinks;
const linked = { actionId, onStatus, delayMinutes, cooldownMinutes };
const listed = {
  id: monitors.id,
  key: monitors.key,
  name: monitors.name,
  type: monitors.type,
  paused: monitors.paused,
  config: monitors.config,
  tags: monitors.tags,
  createdAt: monitors.createdAt,
  autoIncidentMinutes: monitors.autoIncidentMinutes,
  autoIncidentTemplateId: monitors.autoIncidentTemplateId,
};
/** Most of a configuration. The list shows its address only. */
const NOT_IN_ADDRESSES = [
  "method",
  "expectedStatus",
  "followRedirects",
  "headers",
  "body",
  "auth",
  "assertions",
  "keyword",
  "certExpiry",
  "degradedAboveMs",
];
const storedStatus = {
  current: monitorStatus.current,
  currentSince: monitorStatus.currentSince,
  confirmed: monitorStatus.confirmed,
  message: monitorStatus.message,
  checkedAt: monitorStatus.checkedAt,
  responseMs: monitorStatus.responseMs,
  certificateExpiresAt: monitorStatus.certificateExpiresAt,
};

const version = versionOf(sql`'monitor/' || ${monitors.id}`);

const unpackMonitor = makeUnpack<MonitorRow>(getTableColumns(monitors));
const unpackStatus = makeUnpack<StatusRow>(getTableColumns(monitorStatus));
const unpackListed = makeUnpack<ListedRow>(listed);
const unpackAcknowledgement = makeUnpack<Acknowledgement>(acknowledged);
const unpackLink = makeUnpack<ActionLink>(linked);

type PackedView = [monitor: unknown[], status: unknown[], version: number];
type Linked<T> = [monitorId: number, linked: T[]];

export async function readMonitors(
  db: Db,
  { now, id }: { now: number; id?: number },
): Promise<MonitorView[]> {
  const isOf = (column: SQLiteColumn) => (id === undefined ? sql`1` : sql`${column} = ${id}`);
  const [rows, runLinks, ...around] = await readTogether<[PackedRow, PackedRow, ...AroundRows]>(db, [
    selectMonitors(isOf(monitors.id)),
    selectLinks(actionLinks.monitorId, { values: pack(linked), where: isOf(actionLinks.monitorId) }),
    ...selectSurroundings(now, isOf),
  ]);
  const surroundingsOf = findSurroundings(around);
  const actionsOf = new Map(unpackRows<Linked<unknown[]>>(runLinks));
  return unpackRows<PackedView>(rows).map(([values, status, version]) => {
    const monitor = unpackMonitor(values);
    return {
      monitor,
      version,
      status: status[0] === null ? null : unpackStatus(status),
      actions: (actionsOf.get(monitor.id) ?? []).map(unpackLink),
      ...surroundingsOf(monitor.id),
    };
  });
}

/** In slices by id: one large response makes garbage collection slow in this isolate and in the database's. */
export async function* readListedMonitors(db: Db, now: number): AsyncGenerator<ListedView[]> {
  const [first, ...around] = await readTogether<[PackedRow, ...AroundRows]>(db, [
    selectListed(0),
    ...selectSurroundings(now, () => sql`1`),
  ]);
  const surroundingsOf = findSurroundings(around);
  for (let rows = first; ; ) {
    const isLast = rows.length < SLICE;
    // The database reads the next slice while this one is handled.
    const next = isLast ? null : readTogether<[PackedRow]>(db, [selectListed(lastIdOf(rows))]);
    yield unpackRows<unknown[]>(rows).map((values) => {
      const monitor = unpackListed(values);
      return { monitor, ...surroundingsOf(monitor.id) };
    });
    if (!next) return;
    [rows] = await next;
  }
}

function lastIdOf(rows: readonly PackedRow[]): number {
  const [last = []] = unpackRows<unknown[]>(rows.slice(-1));
  return unpackListed(last).id;
}

export async function readLastStatuses(
  db: Db,
  monitorIds: readonly number[],
): Promise<Map<number, StoredStatus>> {
  const { monitorId } = monitorStatus;
  const rows = await db
    .select({ monitorId, ...storedStatus })
    .from(monitorStatus)
    .where(inArray(monitorId, listOf(monitorIds)));
  return new Map(rows.map((row) => [row.monitorId, row]));
}

type AroundRows = [PackedRow, PackedRow, Choice, Choice, { monitorId: number }, PackedRow, SnoozeRow];
type SnoozeRow = Pick<typeof snoozes.$inferSelect, "monitorId" | "untilAt">;

function selectSurroundings(now: number, isOf: (column: SQLiteColumn) => SQL): SQL[] {
  return [
    selectLinks(monitorDependencies.monitorId, {
      values: sql`${monitorDependencies.dependsOnId}`,
      where: isOf(monitorDependencies.monitorId),
    }),
    selectLinks(monitorChannels.monitorId, {
      values: sql`${monitorChannels.channelId}`,
      where: isOf(monitorChannels.monitorId),
    }),
    sql`SELECT id, all_monitors AS hasAll FROM ${channels} WHERE enabled = 1`,
    sql`SELECT id, all_monitors AS hasAll FROM ${maintenance} WHERE ${isRunning(now)}`,
    sql`
      SELECT monitor_id AS monitorId FROM ${maintenanceMonitors} JOIN ${maintenance} ON id = maintenance_id
      WHERE ${isRunning(now)}`,
    sql`
      SELECT json_array(${acknowledgements.monitorId}, ${pack(acknowledged)}) AS row FROM ${acknowledgements}
      WHERE ${isOf(acknowledgements.monitorId)}`,
    sql`SELECT monitor_id AS monitorId, until_at AS untilAt FROM ${snoozes} WHERE ${isOf(snoozes.monitorId)}`,
  ];
}

function findSurroundings([
  dependencies,
  channelLinks,
  enabled,
  windows,
  held,
  taken,
  snoozed,
]: RowsOf<AroundRows>): (monitorId: number) => Surroundings {
  const enabledIds = new Set(enabled.map((channel) => channel.id));
  const isAnyAlerting = enabled.some(({ hasAll }) => hasAll === 1);
  const isEverything = windows.some(({ hasAll }) => hasAll === 1);
  const heldIds = new Set(held.map(({ monitorId }) => monitorId));
  const dependsOn = new Map(unpackRows<Linked<number>>(dependencies));
  const channelsOf = new Map(unpackRows<Linked<number>>(channelLinks));
  const acknowledgementOf = new Map(unpackRows<Linked<unknown>>(taken));
  const snoozedUntil = new Map(snoozed.map(({ monitorId, untilAt }) => [monitorId, untilAt]));
  return (monitorId) => {
    const channelIds = channelsOf.get(monitorId) ?? [];
    const acknowledgement = acknowledgementOf.get(monitorId);
    return {
      channelIds,
      isAlerting: isAnyAlerting || channelIds.some((channelId) => enabledIds.has(channelId)),
      dependsOnIds: dependsOn.get(monitorId) ?? [],
      isUnderMaintenance: isEverything || heldIds.has(monitorId),
      acknowledgement: acknowledgement ? unpackAcknowledgement(acknowledgement) : null,
      snoozedUntil: snoozedUntil.get(monitorId) ?? null,
    };
  };
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
  const [row, status] = [pack(getTableColumns(monitors)), pack(getTableColumns(monitorStatus))];
  return sql`
    SELECT json_array(${row}, ${status}, ${version}) AS row FROM ${monitors}
    LEFT JOIN ${monitorStatus} ON ${monitorStatus.monitorId} = ${monitors.id}
    WHERE ${where} ORDER BY ${monitors.name} COLLATE NOCASE, ${monitors.id}`;
}

function selectListed(after: number): SQL {
  const config = sql`json_remove(${monitors.config}, ${sql.join(
    NOT_IN_ADDRESSES.map((field) => sql.raw(`'$.${field}'`)),
    sql`, `,
  )})`;
  return sql`
    SELECT ${pack({ ...listed, config })} AS row FROM ${monitors}
    WHERE ${monitors.id} > ${after} ORDER BY ${monitors.id} LIMIT ${SLICE}`;
}

function selectLinks(monitorId: SQLiteColumn, { values, where }: { values: SQL; where: SQL }): SQL {
  return sql`
    SELECT json_array(${monitorId}, json_group_array(${values})) AS row
    FROM ${monitorId.table} WHERE ${where} GROUP BY ${monitorId}`;
}

type Columns = Readonly<Record<string, SQLiteColumn>>;

interface PackedRow {
  row: string;
}

/**
 * For thousands of rows, one JSON array per row is far faster to write and read than single values. SQL
 * functions take at most 32 arguments.
 */
function pack(columns: Readonly<Record<string, SQLiteColumn | SQL>>): SQL {
  const values = Object.values(columns).map((column) =>
    "dataType" in column && column.dataType === "json" ? sql`json(${column})` : sql`${column}`,
  );
  return sql`json_array(${sql.join(values, sql`, `)})`;
}

function makeUnpack<Row>(columns: Columns): (values: readonly unknown[]) => Row {
  const fields = Object.entries(columns).map(([name, { dataType }], at) => ({
    name,
    at,
    isSwitch: dataType === "boolean",
  }));
  return (values) => {
    const row: Record<string, unknown> = {};
    for (const { name, at, isSwitch } of fields) row[name] = isSwitch ? values[at] === 1 : values[at];
    return row as Row;
  };
}

function unpackRows<Values>(rows: readonly PackedRow[]): Values[] {
  return JSON.parse(`[${rows.map(({ row }) => row).join(",")}]`) as Values[];
}
