import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Permission, Role } from "../schema/permission.ts";

export const users = sqliteTable("users", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  email: text("email").notNull(),
  name: text("name").notNull().default(""),
  role: text("role").$type<Role>().notNull(),
  passwordHash: text("password_hash"),
  mustChangePassword: integer("must_change_password", { mode: "boolean" }).notNull().default(false),
  totpSecret: text("totp_secret"),
  totpLastStep: integer("totp_last_step").notNull().default(0),
  ssoIssuer: text("sso_issuer"),
  ssoSubject: text("sso_subject"),
  /** Raised when something a half-finished sign-in relied on changes: that sign-in can't be finished. */
  securityVersion: integer("security_version").notNull().default(1),
  createdAt: integer("created_at").notNull(),
  lastLoginAt: integer("last_login_at"),
  pageKeys: text("page_keys", { mode: "json" }).$type<string[]>(),
  timeZone: text("time_zone"),
});

export const recoveryCodes = sqliteTable(
  "recovery_codes",
  { userId: integer("user_id").notNull(), codeHash: text("code_hash").notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

export const sessions = sqliteTable("sessions", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  tokenHash: text("token_hash").notNull(),
  userId: integer("user_id").notNull(),
  method: text("method").$type<"password" | "sso">().notNull(),
  ip: text("ip").notNull(),
  userAgent: text("user_agent").notNull(),
  createdAt: integer("created_at").notNull(),
  lastSeenAt: integer("last_seen_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
  /** When the provider last confirmed this user; replaces the password in sensitive actions. */
  confirmedAt: integer("confirmed_at"),
});

export const apiTokens = sqliteTable("api_tokens", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  prefix: text("prefix").notNull(),
  tokenHash: text("token_hash").notNull(),
  permissions: text("permissions", { mode: "json" }).$type<Permission[]>().notNull(),
  createdBy: integer("created_by"),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at"),
  lastUsedAt: integer("last_used_at"),
});

export const settings = sqliteTable("settings", {
  name: text("name").primaryKey(),
  value: text("value", { mode: "json" }).notNull(),
  updatedAt: integer("updated_at").notNull(),
});

export const tallies = sqliteTable(
  "tallies",
  {
    kind: text("kind").$type<"delivery" | "run">().notNull(),
    objectId: integer("object_id").notNull(),
    status: text("status").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.objectId, table.status] })],
);

export const audit = sqliteTable("audit", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  at: integer("at").notNull(),
  userId: integer("user_id").notNull(),
  userEmail: text("user_email").notNull(),
  action: text("action").notNull(),
  entityType: text("entity_type").notNull(),
  entityId: integer("entity_id"),
  entityName: text("entity_name").notNull(),
  details: text("details", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
});

export const versions = sqliteTable("versions", {
  object: text("object").primaryKey(),
  version: integer("version").notNull(),
  changedBy: text("changed_by").notNull(),
  changedAt: integer("changed_at").notNull(),
});

export const denials = sqliteTable(
  "denials",
  {
    hour: integer("hour").notNull(),
    reason: text("reason").notNull(),
    count: integer("count").notNull(),
    auditId: integer("audit_id"),
  },
  (table) => [primaryKey({ columns: [table.hour, table.reason] })],
);

export const deniedAccounts = sqliteTable(
  "denied_accounts",
  {
    hour: integer("hour").notNull(),
    reason: text("reason").notNull(),
    email: text("email").notNull(),
    count: integer("count").notNull(),
    addresses: integer("addresses").notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.reason, table.email] })],
);

export const deniedAddresses = sqliteTable(
  "denied_addresses",
  {
    hour: integer("hour").notNull(),
    reason: text("reason").notNull(),
    email: text("email").notNull(),
    address: text("address").notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.reason, table.email, table.address] })],
);

export const usedChallenges = sqliteTable("used_challenges", {
  id: text("id").primaryKey(),
  expiresAt: integer("expires_at").notNull(),
});

export const passwordLinks = sqliteTable("password_links", {
  userId: integer("user_id").primaryKey(),
  kind: text("kind").$type<"invitation" | "reset">().notNull(),
  tokenHash: text("token_hash").notNull(),
  expiresAt: integer("expires_at").notNull(),
});

export const passwordRequests = sqliteTable("password_requests", {
  id: integer("id").primaryKey(),
  email: text("email").notNull(),
  ip: text("ip").notNull(),
  claimedUntil: integer("claimed_until"),
  createdAt: integer("created_at").notNull(),
});
