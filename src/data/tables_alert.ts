import { customType, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AlertKind, AlertMessage } from "../domain/alert/message.ts";
import type { AlertNotice } from "../domain/alert/notice.ts";
import type { Recipient } from "../domain/on_call/recipient.ts";
import type { Config } from "../lib/config.ts";
import { type AlertPolicy, completePolicy } from "../schema/alert_policy.ts";

const policy = customType<{ data: AlertPolicy; driverData: string }>({
  dataType: () => "text",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (text) => completePolicy(JSON.parse(text) as Partial<AlertPolicy>),
});

export const channels = sqliteTable("channels", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  key: text("key").notNull(),
  name: text("name").notNull(),
  type: text("type").notNull(),
  enabled: integer("enabled", { mode: "boolean" }).notNull(),
  notifyOnRecovery: integer("notify_on_recovery", { mode: "boolean" }).notNull(),
  config: text("config", { mode: "json" }).$type<Config>().notNull(),
  alertPolicy: policy("alert_policy").notNull(),
  isDefault: integer("is_default", { mode: "boolean" }).notNull().default(false),
  allMonitors: integer("all_monitors", { mode: "boolean" }).notNull().default(false),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

export const monitorChannels = sqliteTable(
  "monitor_channels",
  { monitorId: integer("monitor_id").notNull(), channelId: integer("channel_id").notNull() },
  (table) => [primaryKey({ columns: [table.monitorId, table.channelId] })],
);

type DeliveryStatus = "pending" | "delivered" | "failed" | "suppressed" | "cancelled";

export interface DeliveryAttempt {
  at: number;
  ok: boolean;
  error: string | null;
  ms: number;
}

export const deliveries = sqliteTable("deliveries", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  channelId: integer("channel_id").notNull(),
  eventId: text("event_id").notNull(),
  channelName: text("channel_name").notNull(),
  channelType: text("channel_type").notNull(),
  monitorId: integer("monitor_id"),
  monitorName: text("monitor_name").notNull(),
  eventType: text("event_type").$type<AlertKind>().notNull(),
  status: text("status").$type<DeliveryStatus>().notNull(),
  reason: text("reason"),
  heldUntil: integer("held_until"),
  dueAt: integer("due_at").notNull(),
  claimedUntil: integer("claimed_until"),
  attemptCount: integer("attempt_count").notNull().default(0),
  maxAttempts: integer("max_attempts").notNull(),
  attempts: text("attempts", { mode: "json" }).$type<DeliveryAttempt[]>().notNull().default([]),
  lastError: text("last_error"),
  message: text("message", { mode: "json" }).$type<AlertMessage>().notNull(),
  createdAt: integer("created_at").notNull(),
  deliveredAt: integer("delivered_at"),
  recipient: text("recipient", { mode: "json" }).$type<Recipient>(),
  acknowledgedAt: integer("acknowledged_at"),
});

export const acknowledgements = sqliteTable("acknowledgements", {
  monitorId: integer("monitor_id").primaryKey(),
  byName: text("by_name").notNull(),
  note: text("note").notNull(),
  at: integer("at").notNull(),
  untilAt: integer("until_at"),
  downSince: integer("down_since").notNull(),
});

export const snoozes = sqliteTable("snoozes", {
  monitorId: integer("monitor_id").primaryKey(),
  untilAt: integer("until_at").notNull(),
});

export const alertNotices = sqliteTable("alert_notices", {
  id: text("id").primaryKey(),
  at: integer("at").notNull(),
  body: text("body", { mode: "json" }).$type<AlertNotice>().notNull(),
});
