import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Rotation } from "../domain/on_call/rotation.ts";
import type { ContactWay } from "../schema/contact.ts";
import type { HandoverNote } from "../schema/schedule.ts";

export const schedules = sqliteTable("schedules", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  key: text("key").notNull(),
  name: text("name").notNull(),
  timeZone: text("time_zone").notNull(),
  rotations: text("rotations", { mode: "json" }).$type<readonly Rotation[]>().notNull(),
  handover: text("handover", { mode: "json" }).$type<HandoverNote>(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

export const scheduleOverrides = sqliteTable("schedule_overrides", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  scheduleId: integer("schedule_id").notNull(),
  userId: integer("user_id").notNull(),
  from: integer("from_at").notNull(),
  to: integer("to_at").notNull(),
});

export const formerUsers = sqliteTable("former_users", {
  id: integer("id").primaryKey(),
  email: text("email").notNull(),
});

export const calendarLinks = sqliteTable("calendar_links", {
  tokenHash: text("token_hash").primaryKey(),
  scheduleId: integer("schedule_id"),
  userId: integer("user_id"),
  createdAt: integer("created_at").notNull(),
});

export const pushDevices = sqliteTable("push_devices", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  userId: integer("user_id").notNull(),
  name: text("name").notNull(),
  service: text("service").notNull(),
  endpointHash: text("endpoint_hash").notNull(),
  sealName: text("seal_name").notNull(),
  /** Sealed under `push_device/<sealName>`. */
  subscription: text("subscription").notNull(),
  createdAt: integer("created_at").notNull(),
  lastSentAt: integer("last_sent_at"),
  lastError: text("last_error"),
});

export const contacts = sqliteTable("contacts", {
  userId: integer("user_id").primaryKey(),
  ways: text("ways", { mode: "json" }).$type<readonly ContactWay[]>().notNull(),
  /** Sealed under `contact/<userId>/webhook_url`. */
  webhookUrl: text("webhook_url"),
});
