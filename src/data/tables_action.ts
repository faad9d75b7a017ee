import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { RunAttempt, RunFacts } from "../domain/action/run.ts";
import type { Config } from "../lib/config.ts";
import type { RunReason, RunStatus, RunTrigger } from "../schema/run_status.ts";

export const actions = sqliteTable("actions", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  key: text("key").notNull(),
  name: text("name").notNull(),
  enabled: integer("enabled", { mode: "boolean" }).notNull(),
  config: text("config", { mode: "json" }).$type<Config>().notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

export const actionChannels = sqliteTable(
  "action_channels",
  { actionId: integer("action_id").notNull(), channelId: integer("channel_id").notNull() },
  (table) => [primaryKey({ columns: [table.actionId, table.channelId] })],
);

export const actionLinks = sqliteTable(
  "action_links",
  {
    monitorId: integer("monitor_id").notNull(),
    actionId: integer("action_id").notNull(),
    onStatus: text("on_status").$type<"down" | "up">().notNull(),
    delayMinutes: integer("delay_minutes").notNull(),
    cooldownMinutes: integer("cooldown_minutes").notNull(),
  },
  (table) => [primaryKey({ columns: [table.monitorId, table.actionId, table.onStatus] })],
);

export const actionRuns = sqliteTable("action_runs", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  timerId: text("timer_id"),
  actionId: integer("action_id").notNull(),
  actionName: text("action_name").notNull(),
  monitorId: integer("monitor_id"),
  monitorName: text("monitor_name").notNull(),
  trigger: text("trigger").$type<RunTrigger>().notNull(),
  status: text("status").$type<RunStatus>().notNull(),
  reason: text("reason").$type<RunReason>(),
  dueAt: integer("due_at").notNull(),
  firedAt: integer("fired_at"),
  claimedUntil: integer("claimed_until"),
  attemptCount: integer("attempt_count").notNull().default(0),
  attempts: text("attempts", { mode: "json" }).$type<RunAttempt[]>().notNull().default([]),
  facts: text("facts", { mode: "json" }).$type<RunFacts>(),
  createdAt: integer("created_at").notNull(),
  finishedAt: integer("finished_at"),
  failureOffered: integer("failure_offered", { mode: "boolean" }).notNull().default(true),
});
