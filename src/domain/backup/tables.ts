/**
 * How each table goes into a backup. `bulk` may be large and is read in pages beside other requests; `whole` is small,
 * is what the rows of the others hang on, and is read as one transaction after them. Others are left out: they are of the
 * moment. The order of `bulk` is that of the file: who is referred to comes first.
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
] as const;

export type BulkTable = (typeof BULK)[number];
export const BULK_TABLES: readonly BulkTable[] = BULK;
export const WHOLE_TABLES: readonly string[] = WHOLE;

/** Settings that are about this instance and not about what it is set to: a restore leaves them as they are. */
export const OWN_SETTINGS: readonly string[] = [
  "cron",
  "backup_status",
  "restore",
  "update",
  "day",
  "secret_key",
];
