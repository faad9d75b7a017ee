import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { VaultKind, VaultSecretType } from "../schema/vault_secret.ts";

export const vaults = sqliteTable("vaults", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  sealName: text("seal_name").notNull(),
  name: text("name").notNull(),
  /** Agent vaults: the agent's key. Others: secrets, sealed under `vault/<seal name>/<path>`. */
  settings: text("settings", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  kind: text("kind").$type<VaultKind>().notNull().default("local"),
});

export const vaultSecrets = sqliteTable("vault_secrets", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  vaultId: integer("vault_id").notNull(),
  sealName: text("seal_name").notNull(),
  name: text("name").notNull(),
  type: text("type").$type<VaultSecretType>().notNull(),
  /** Names only: those sealed, or those last seen in the vault. */
  fields: text("fields", { mode: "json" }).$type<string[]>().notNull(),
  /** Local vaults: a JSON object of texts, sealed under `vault_secret/<seal name>`. */
  sealed: text("sealed"),
  /** HashiCorp vaults: relative to the mount. */
  path: text("path"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
