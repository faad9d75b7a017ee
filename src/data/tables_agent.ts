import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const agents = sqliteTable("agents", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  key: text("key").notNull(),
  name: text("name").notNull(),
  description: text("description").notNull(),
  awayAfterSecs: integer("away_after_secs").notNull(),
  channelIds: text("channel_ids", { mode: "json" }).$type<readonly number[]>().notNull(),
  tokenHash: text("token_hash").notNull(),
  tokenPrefix: text("token_prefix").notNull(),
  oldTokenHash: text("old_token_hash"),
  oldTokenUntil: integer("old_token_until"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
