import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const locales = sqliteTable("locales", {
  code: text("code").primaryKey(),
  name: text("name").notNull(),
  isDefault: integer("is_default", { mode: "boolean" }).notNull(),
  published: integer("published", { mode: "boolean" }).notNull().default(true),
  translations: text("translations", { mode: "json" }).$type<Record<string, string>>().notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
