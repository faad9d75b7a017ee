import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const pages = sqliteTable("pages", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  key: text("key").notNull(),
  /** Empty for a default page that was never renamed: it has the name of its branding. */
  name: text("name").notNull(),
  hostnames: text("hostnames", { mode: "json" }).$type<string[]>().notNull().default([]),
  position: integer("position").notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

export const locales = sqliteTable("locales", {
  code: text("code").primaryKey(),
  name: text("name").notNull(),
  isDefault: integer("is_default", { mode: "boolean" }).notNull(),
  published: integer("published", { mode: "boolean" }).notNull().default(true),
  translations: text("translations", { mode: "json" }).$type<Record<string, string>>().notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
