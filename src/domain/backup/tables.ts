/**
 * `bulk` tables may be large and are read in pages beside other requests. `whole` tables are small, other
 * rows refer to them, and they are read last in one transaction. Tables left out hold temporary state. In
 * `bulk`, referenced tables come first.
 */
const BULK = [
  "audit",
  "monitor_history",
  "response_days",
  "response_blocks",
  "monitor_events",
  "pings",
  "deliveries",
  "action_runs",
  "incident_updates",
  "public_events",
  "subscribers",
  "subscriber_notices",
  "fanouts",
  "subscriber_deliveries",
] as const;

const WHOLE = [
  "users",
  "recovery_codes",
  "api_tokens",
  "settings",
  "pages",
  "versions",
  "denials",
  "monitors",
  "monitor_dependencies",
  "monitor_status",
  "auto_incident_ends",
  "maintenance",
  "maintenance_monitors",
  "maintenance_keys",
  "channels",
  "monitor_channels",
  "acknowledgements",
  "snoozes",
  "vaults",
  "vault_secrets",
  "actions",
  "action_channels",
  "action_links",
  "incident_templates",
  "incidents",
  "incident_monitors",
  "locales",
  "tallies",
  "schedules",
  "schedule_overrides",
  "former_users",
  "calendar_links",
  "push_devices",
  "contacts",
  "agents",
] as const;

export type BulkTable = (typeof BULK)[number];
export const BULK_TABLES: readonly BulkTable[] = BULK;
export const WHOLE_TABLES: readonly string[] = WHOLE;

/** Describe this instance rather than its configuration: a restore keeps them. */
export const OWN_SETTINGS: readonly string[] = [
  "cron",
  "backup_status",
  "restore",
  "update",
  "day",
  "secret_key",
];
