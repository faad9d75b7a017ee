import { sql } from "drizzle-orm";
import type { ActionRow } from "./action.ts";
import { cancelUnlinkedRunsOf } from "./action_run.ts";
import type { ChannelRow } from "./channel.ts";
import { guard, inChunks, type Statement } from "./db.ts";
import { listOf } from "./list_of.ts";
import type { MonitorRow } from "./monitor.ts";
import { watchOf } from "./watch.ts";

const CONFIGURATION = [
  "monitor",
  "notification_channel",
  "action",
  "incident_template",
  "layout",
  "branding",
  "locale",
  "maintenance",
  "vault",
  "vault_secret",
  "backup",
  "config",
];

/** Every change leaves an audit entry, and a restored log is shorter or different. */
export function guardConfiguration(version: number): Statement {
  return guard(sql`
    (SELECT coalesce(max(id), 0) FROM audit) >= ${version}
    AND NOT EXISTS (SELECT 1 FROM audit WHERE id > ${version} AND entity_type IN ${listOf(CONFIGURATION)})`);
}

export function insertChannels(rows: readonly Omit<ChannelRow, "id">[]): Statement[] {
  return inChunks(
    rows.map(channelParts),
    (chunk) => sql`
    INSERT INTO channels (key, created_at, name, type, enabled, notify_on_recovery, config, alert_policy,
      is_default, all_monitors, updated_at)
    SELECT value ->> 'key', value ->> 'createdAt', value ->> 'name', value ->> 'type', value ->> 'enabled',
      value ->> 'notifyOnRecovery', value ->> 'config', value ->> 'alertPolicy', value ->> 'isDefault',
      value ->> 'allMonitors', value ->> 'updatedAt'
    FROM json_each(${chunk})`,
  );
}

export function updateChannelRows(rows: readonly Omit<ChannelRow, "id">[]): Statement[] {
  return inChunks(
    rows.map(channelParts),
    (chunk) => sql`
    UPDATE channels SET name = value ->> 'name', type = value ->> 'type', enabled = value ->> 'enabled',
      notify_on_recovery = value ->> 'notifyOnRecovery', config = value ->> 'config',
      alert_policy = value ->> 'alertPolicy', is_default = value ->> 'isDefault',
      all_monitors = value ->> 'allMonitors', updated_at = value ->> 'updatedAt'
    FROM json_each(${chunk}) WHERE channels.key = value ->> 'key'`,
  );
}

export function insertMonitors(rows: readonly Omit<MonitorRow, "id">[]): Statement[] {
  return inChunks(
    rows.map(monitorParts),
    (chunk) => sql`
    INSERT INTO monitors (key, paused, created_at, heartbeat_hash, heartbeat_token, name, type, interval_secs,
      timeout_ms, retries, failure_threshold, recovery_threshold, config, tags, auto_incident_minutes,
      auto_incident_mode, auto_incident_template_id, public_name, public_description, locations, confirm_from,
      every_place_every, updated_at)
    SELECT value ->> 'key', 0, value ->> 'createdAt', value ->> 'heartbeatHash', value ->> 'heartbeatToken',
      value ->> 'name', value ->> 'type', value ->> 'intervalSecs', value ->> 'timeoutMs', value ->> 'retries',
      value ->> 'failureThreshold', value ->> 'recoveryThreshold', value ->> 'config', value ->> 'tags',
      value ->> 'autoIncidentMinutes', value ->> 'autoIncidentMode', value ->> 'autoIncidentTemplateId',
      value ->> 'publicName', value ->> 'publicDescription', value ->> 'locations', value ->> 'confirmFrom',
      value ->> 'everyPlaceEvery', value ->> 'updatedAt'
    FROM json_each(${chunk})`,
  );
}

export function updateMonitorRows(rows: readonly Omit<MonitorRow, "id">[]): Statement[] {
  return inChunks(
    rows.map(monitorParts),
    (chunk) => sql`
    UPDATE monitors SET name = value ->> 'name', type = value ->> 'type',
      interval_secs = value ->> 'intervalSecs', timeout_ms = value ->> 'timeoutMs', retries = value ->> 'retries',
      failure_threshold = value ->> 'failureThreshold', recovery_threshold = value ->> 'recoveryThreshold',
      config = value ->> 'config', tags = value ->> 'tags', auto_incident_minutes = value ->> 'autoIncidentMinutes',
      auto_incident_mode = value ->> 'autoIncidentMode',
      auto_incident_template_id = value ->> 'autoIncidentTemplateId', public_name = value ->> 'publicName',
      public_description = value ->> 'publicDescription', locations = value ->> 'locations',
      confirm_from = value ->> 'confirmFrom', every_place_every = value ->> 'everyPlaceEvery', updated_at = value ->> 'updatedAt'
    FROM json_each(${chunk}) WHERE monitors.key = value ->> 'key'`,
  );
}

/** A monitor that names a template of the same batch holds a placeholder number until the id is known. */
export function setMadeTemplates(made: readonly { id: number; name: string }[]): Statement[] {
  return made.map(
    ({ id, name }) => sql`
      UPDATE monitors SET auto_incident_template_id = (SELECT id FROM incident_templates WHERE name = ${name})
      WHERE auto_incident_template_id = ${id}`,
  );
}

/** Separate from the rest, to leave the index of the hashes alone otherwise. */
export function setHeartbeats(
  rows: readonly { key: string; heartbeatHash: string | null; heartbeatToken: string | null }[],
): Statement[] {
  return inChunks(
    rows,
    (chunk) => sql`
    UPDATE monitors SET heartbeat_hash = value ->> 'heartbeatHash', heartbeat_token = value ->> 'heartbeatToken'
    FROM json_each(${chunk}) WHERE monitors.key = value ->> 'key'
      AND (monitors.heartbeat_hash IS NULL OR value ->> 'heartbeatHash' IS NULL)`,
  );
}

export function insertActions(rows: readonly Omit<ActionRow, "id">[]): Statement[] {
  return inChunks(
    rows.map(actionParts),
    (chunk) => sql`
      INSERT INTO actions (key, created_at, name, enabled, config, updated_at)
      SELECT value ->> 'key', value ->> 'createdAt', value ->> 'name', value ->> 'enabled', value ->> 'config',
        value ->> 'updatedAt'
      FROM json_each(${chunk})`,
  );
}

export function updateActionRows(rows: readonly Omit<ActionRow, "id">[]): Statement[] {
  return inChunks(
    rows.map(actionParts),
    (chunk) => sql`
      UPDATE actions SET name = value ->> 'name', enabled = value ->> 'enabled', config = value ->> 'config',
        updated_at = value ->> 'updatedAt'
      FROM json_each(${chunk}) WHERE actions.key = value ->> 'key'`,
  );
}

/** By key: rows made in the same batch have no known id yet. */
export type KeyPair = readonly [from: string, to: string];

interface LinkChange {
  add: readonly KeyPair[];
  remove: readonly KeyPair[];
}

export function updateChannelLinkRows(change: LinkChange): Statement[] {
  return updateLinks(change, {
    table: "monitor_channels",
    from: { column: "monitor_id", table: "monitors" },
    to: { column: "channel_id", table: "channels" },
  });
}

export function updateDependencyRows(change: LinkChange): Statement[] {
  return updateLinks(change, {
    table: "monitor_dependencies",
    from: { column: "monitor_id", table: "monitors" },
    to: { column: "depends_on_id", table: "monitors" },
  });
}

export function updateFailureChannelRows(change: LinkChange): Statement[] {
  return updateLinks(change, {
    table: "action_channels",
    from: { column: "action_id", table: "actions" },
    to: { column: "channel_id", table: "channels" },
  });
}

interface LinkEnd {
  column: string;
  table: string;
}

function updateLinks(
  { add, remove }: LinkChange,
  link: { table: string; from: LinkEnd; to: LinkEnd },
): Statement[] {
  const table = sql.identifier(link.table);
  const columns = sql`${sql.identifier(link.from.column)}, ${sql.identifier(link.to.column)}`;
  const [from, to] = [sql.identifier(link.from.table), sql.identifier(link.to.table)];
  return [
    ...inChunks(
      remove,
      (chunk) => sql`
        DELETE FROM ${table} WHERE (${columns}) IN
          (SELECT f.id, t.id FROM json_each(${chunk}) JOIN ${from} f ON f.key = value ->> 0
           JOIN ${to} t ON t.key = value ->> 1)`,
    ),
    ...inChunks(
      add,
      (chunk) => sql`
        INSERT INTO ${table} (${columns})
        SELECT (SELECT id FROM ${from} WHERE key = value ->> 0), (SELECT id FROM ${to} WHERE key = value ->> 1)
        FROM json_each(${chunk})`,
    ),
  ];
}

interface KeyedActionLink {
  monitor: string;
  action: string;
  onStatus: "down" | "up";
  delayMinutes: number;
  cooldownMinutes: number;
}

export interface ActionLinkChange {
  put: readonly KeyedActionLink[];
  remove: readonly KeyedActionLink[];
}

export function updateActionLinkRows({ put, remove }: ActionLinkChange, now: number): Statement[] {
  return [
    ...inChunks(
      remove,
      (chunk) => sql`
        DELETE FROM action_links WHERE (monitor_id, action_id, on_status) IN
          (SELECT m.id, a.id, value ->> 'onStatus' FROM json_each(${chunk})
           JOIN monitors m ON m.key = value ->> 'monitor' JOIN actions a ON a.key = value ->> 'action')`,
    ),
    ...inChunks(
      put,
      (chunk) => sql`
        INSERT INTO action_links (monitor_id, action_id, on_status, delay_minutes, cooldown_minutes)
        SELECT (SELECT id FROM monitors WHERE key = value ->> 'monitor'),
          (SELECT id FROM actions WHERE key = value ->> 'action'), value ->> 'onStatus',
          value ->> 'delayMinutes', value ->> 'cooldownMinutes'
        FROM json_each(${chunk}) WHERE true
        ON CONFLICT (monitor_id, action_id, on_status) DO UPDATE
          SET delay_minutes = excluded.delay_minutes, cooldown_minutes = excluded.cooldown_minutes`,
    ),
    ...(remove.length > 0
      ? cancelUnlinkedRunsOf(JSON.stringify([...new Set(remove.map(({ monitor }) => monitor))]), now)
      : []),
  ];
}

export function markKeysStale(keys: readonly string[]): Statement {
  return sql`
    INSERT INTO stale_watches (watch, version)
    SELECT DISTINCT ${watchOf(sql`id`)}, 1 FROM monitors WHERE key IN ${listOf(keys)}
    ON CONFLICT (watch) DO UPDATE SET version = version + 1`;
}

function channelParts({ config, alertPolicy, ...row }: Omit<ChannelRow, "id">) {
  return { ...row, config: JSON.stringify(config), alertPolicy: JSON.stringify(alertPolicy) };
}

function actionParts({ config, ...row }: Omit<ActionRow, "id">) {
  return { ...row, config: JSON.stringify(config) };
}

function monitorParts({ config, tags, locations, ...row }: Omit<MonitorRow, "id">) {
  const texts = { config: JSON.stringify(config), tags: JSON.stringify(tags) };
  return { ...row, ...texts, locations: JSON.stringify(locations) };
}
