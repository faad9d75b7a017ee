import { customType, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Series } from "../domain/incident/series.ts";
import type { NoticeProgress } from "../domain/incident/turn.ts";
import type { WindowWords } from "../domain/incident/window_words.ts";
import type { MonitorEvent } from "../domain/monitor/event.ts";
import type { ConfirmedStatus, CurrentStatus } from "../domain/monitor/state.ts";
import type { CertificateNotice } from "../domain/monitor/watch_item.ts";
import type { HistoryState } from "../domain/uptime/uptime.ts";
import type { PingKind } from "../schema/ping.ts";
import type { Location } from "../schema/place.ts";

interface Tag {
  label: string;
  color: string;
}

export const monitors = sqliteTable("monitors", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  key: text("key").notNull(),
  name: text("name").notNull(),
  publicName: text("public_name"),
  publicDescription: text("public_description"),
  type: text("type").notNull(),
  paused: integer("paused", { mode: "boolean" }).notNull().default(false),
  intervalSecs: integer("interval_secs").notNull(),
  timeoutMs: integer("timeout_ms").notNull(),
  retries: integer("retries").notNull(),
  failureThreshold: integer("failure_threshold").notNull(),
  recoveryThreshold: integer("recovery_threshold").notNull(),
  config: text("config", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
  tags: text("tags", { mode: "json" }).$type<Tag[]>().notNull(),
  autoIncidentMinutes: integer("auto_incident_minutes"),
  autoIncidentMode: text("auto_incident_mode").$type<"draft" | "published">().notNull().default("draft"),
  autoIncidentTemplateId: integer("auto_incident_template_id"),
  locations: text("locations", { mode: "json" }).$type<Location[]>().notNull().default([]),
  confirmFrom: integer("confirm_from"),
  everyPlaceEvery: integer("every_place_every"),
  agent: text("agent"),
  heartbeatHash: text("heartbeat_hash"),
  heartbeatToken: text("heartbeat_token"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

export const monitorStatus = sqliteTable("monitor_status", {
  monitorId: integer("monitor_id").primaryKey(),
  current: text("current").$type<CurrentStatus>().notNull(),
  currentSince: integer("current_since"),
  confirmed: text("confirmed").$type<ConfirmedStatus>().notNull(),
  confirmedSince: integer("confirmed_since"),
  message: text("message").notNull(),
  checkedAt: integer("checked_at"),
  responseMs: integer("response_ms"),
  maxGapMs: integer("max_gap_ms").notNull(),
  certificateExpiresAt: integer("certificate_expires_at"),
  hasBeenDown: integer("has_been_down", { mode: "boolean" }).notNull().default(false),
  affectedBy: text("affected_by", { mode: "json" }).$type<number[]>().notNull().default([]),
});

export const monitorDependencies = sqliteTable(
  "monitor_dependencies",
  { monitorId: integer("monitor_id").notNull(), dependsOnId: integer("depends_on_id").notNull() },
  (table) => [primaryKey({ columns: [table.monitorId, table.dependsOnId] })],
);

export const monitorHistory = sqliteTable(
  "monitor_history",
  {
    monitorId: integer("monitor_id").notNull(),
    fromAt: integer("from_at").notNull(),
    toAt: integer("to_at"),
    state: text("state").$type<HistoryState>().notNull(),
    message: text("message").notNull(),
  },
  (table) => [primaryKey({ columns: [table.monitorId, table.fromAt] })],
);

/** D1's form of a BLOB: drizzle's own type makes a Node buffer of it. */
const bytes = customType<{ data: Uint8Array; driverData: ArrayBuffer | Uint8Array | number[] }>({
  dataType: () => "blob",
  fromDriver: (value) => new Uint8Array(value),
});

export const responseDays = sqliteTable(
  "response_days",
  {
    monitorId: integer("monitor_id").notNull(),
    day: integer("day").notNull(),
    hours: bytes("hours").notNull(),
  },
  (table) => [primaryKey({ columns: [table.monitorId, table.day] })],
);

export const responseBlocks = sqliteTable(
  "response_blocks",
  {
    monitorId: integer("monitor_id").notNull(),
    /** Blocks of 32 days since the epoch. */
    block: integer("block").notNull(),
    through: integer("through").notNull(),
    total: bytes("total").notNull(),
    days: bytes("days").notNull(),
  },
  (table) => [primaryKey({ columns: [table.monitorId, table.block] })],
);

export const monitorEvents = sqliteTable("monitor_events", {
  id: text("id").primaryKey(),
  monitorId: integer("monitor_id").notNull(),
  kind: text("kind").notNull(),
  at: integer("at").notNull(),
  body: text("body", { mode: "json" }).$type<MonitorEvent | CertificateNotice>().notNull(),
  offered: integer("offered", { mode: "boolean" }).notNull().default(true),
});

export const pings = sqliteTable("pings", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  monitorId: integer("monitor_id").notNull(),
  at: integer("at").notNull(),
  kind: text("kind").$type<PingKind>().notNull(),
  exitCode: integer("exit_code"),
  runId: text("run_id").notNull(),
  runMs: integer("run_ms"),
  body: text("body").notNull(),
  isCut: integer("is_cut", { mode: "boolean" }).notNull(),
});

export const staleWatches = sqliteTable("stale_watches", {
  watch: integer("watch").primaryKey(),
  version: integer("version").notNull(),
});

export const watchTurns = sqliteTable("watch_turns", {
  watch: integer("watch").primaryKey(),
  turn: integer("turn").notNull(),
});

export const maintenance = sqliteTable("maintenance", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  description: text("description").notNull(),
  startsAt: integer("starts_at").notNull(),
  endsAt: integer("ends_at").notNull(),
  allMonitors: integer("all_monitors", { mode: "boolean" }).notNull(),
  notifySubscribers: integer("notify_subscribers", { mode: "boolean" }).notNull(),
  locales: text("locales", { mode: "json" }).$type<WindowWords>().notNull().default({}),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  /** Set for recurring maintenance, which is no window itself. */
  series: text("series", { mode: "json" }).$type<Series>(),
  seriesId: integer("series_id"),
  occurrenceAt: integer("occurrence_at"),
  announceAt: integer("announce_at"),
  progress: text("told").$type<NoticeProgress>().notNull().default("announced"),
  /** Next announcement; for recurring maintenance, when to plan its occurrences. */
  turnAt: integer("turn_at"),
  /** The pages that show it while it covers all monitors; null for every page. */
  pageIds: text("page_ids", { mode: "json" }).$type<number[]>(),
  /** `source/external id` of an import. */
  importedFrom: text("imported_from"),
});

export const maintenanceKeys = sqliteTable("maintenance_keys", {
  maintenanceId: integer("maintenance_id").primaryKey(),
  key: text("key").notNull(),
});

export const maintenanceMonitors = sqliteTable(
  "maintenance_monitors",
  { maintenanceId: integer("maintenance_id").notNull(), monitorId: integer("monitor_id").notNull() },
  (table) => [primaryKey({ columns: [table.maintenanceId, table.monitorId] })],
);
