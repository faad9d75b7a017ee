import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { FormerComponent, Said } from "../domain/incident/incident.ts";
import type { PostMortem } from "../domain/incident/post_mortem.ts";
import type { Translations, Wording } from "../domain/incident/wording.ts";
import type { Impact, IncidentStatus, NotifiedEventType } from "../schema/incident_status.ts";

export const incidentTemplates = sqliteTable("incident_templates", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  title: text("title").notNull(),
  body: text("body").notNull(),
  resolvedBody: text("resolved_body").notNull(),
  impact: text("impact").$type<Impact>().notNull(),
  builtIn: integer("built_in", { mode: "boolean" }).notNull(),
  isDefault: integer("is_default", { mode: "boolean" }).notNull(),
  locales: text("locales", { mode: "json" }).$type<Translations<Wording>>().notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

interface AutoFacts {
  monitorId: number;
  monitorName: string;
  error: string;
  templateId: number | null;
}

export const incidents = sqliteTable("incidents", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  title: text("title").notNull(),
  status: text("status").$type<IncidentStatus>().notNull(),
  impact: text("impact").$type<Impact>().notNull(),
  draft: integer("draft", { mode: "boolean" }).notNull(),
  pageWide: integer("page_wide", { mode: "boolean" }).notNull(),
  notifySubscribers: integer("notify_subscribers", { mode: "boolean" }).notNull(),
  startedAt: integer("started_at").notNull(),
  resolvedAt: integer("resolved_at"),
  publishedAt: integer("published_at"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  locales: text("locales", { mode: "json" }).$type<Translations<{ title: string }>>().notNull(),
  autoEventId: text("auto_event_id"),
  autoFacts: text("auto_facts", { mode: "json" }).$type<AutoFacts>(),
  /** End of the outage behind it: from then on only people change the incident. */
  autoEndedAt: integer("auto_ended_at"),
  components: text("components", { mode: "json" }).$type<Said>().notNull().default({}),
  postMortem: text("post_mortem", { mode: "json" }).$type<PostMortem>(),
  nagHours: integer("nag_hours"),
  naggedAt: integer("nagged_at"),
  formerComponents: text("former_components", { mode: "json" })
    .$type<FormerComponent[]>()
    .notNull()
    .default([]),
  /** The pages that show it while it has no monitors. */
  pageIds: text("page_ids", { mode: "json" }).$type<number[]>().notNull().default([1]),
  importedFrom: text("imported_from"),
});

export const incidentUpdates = sqliteTable("incident_updates", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  incidentId: integer("incident_id").notNull(),
  body: text("body").notNull(),
  status: text("status").$type<IncidentStatus>().notNull(),
  postedAt: integer("posted_at").notNull(),
  locales: text("locales", { mode: "json" }).$type<Translations<{ body: string }>>().notNull(),
  components: text("components", { mode: "json" }).$type<Said>().notNull().default({}),
  publishAt: integer("publish_at"),
});

export const incidentMonitors = sqliteTable(
  "incident_monitors",
  { incidentId: integer("incident_id").notNull(), monitorId: integer("monitor_id").notNull() },
  (table) => [primaryKey({ columns: [table.incidentId, table.monitorId] })],
);

export const autoIncidentEnds = sqliteTable("auto_incident_ends", {
  monitorId: integer("monitor_id").primaryKey(),
  sequence: integer("sequence").notNull(),
});

export const publicEvents = sqliteTable("public_events", {
  id: text("id").primaryKey(),
  type: text("type").$type<NotifiedEventType>().notNull(),
  at: integer("at").notNull(),
  incidentId: integer("incident_id"),
  maintenanceId: integer("maintenance_id"),
  updateId: integer("update_id"),
  body: text("body", { mode: "json" }).$type<unknown>().notNull(),
});
