import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { VaultSecretType } from "../schema/vault_secret.ts";

export const vaults = sqliteTable("vaults", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  sealName: text("seal_name").notNull(),
  name: text("name").notNull(),
  kind: text("kind").$type<"local" | "hashicorp">().notNull(),
  /** Secrets in it are sealed under `vault/<seal name>/<path>`. */
  settings: text("settings", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

export const vaultSecrets = sqliteTable("vault_secrets", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  vaultId: integer("vault_id").notNull(),
  sealName: text("seal_name").notNull(),
  name: text("name").notNull(),
  type: text("type").$type<VaultSecretType>().notNull(),
  /** Names only: those that are sealed, or that the vault was last seen to have. */
  fields: text("fields", { mode: "json" }).$type<string[]>().notNull(),
  /** Of a local vault: an object of texts as JSON, sealed under `vault_secret/<seal name>`. */
  sealed: text("sealed"),
  /** Of a HashiCorp vault: below its mount. */
  path: text("path"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
