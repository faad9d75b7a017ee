import { inArray, type SQL, sql } from "drizzle-orm";
import type { ChannelRow } from "./channel.ts";
import { type Db, guard, inChunks, type Statement } from "./db.ts";
import type { MonitorRow } from "./monitor.ts";
import { channels, monitorChannels } from "./tables_alert.ts";
import { incidentTemplates } from "./tables_incident.ts";
import { monitorDependencies, monitors } from "./tables_monitor.ts";

export interface WantedKeys {
  channels: readonly string[] | "all";
  monitors: readonly string[] | "all";
}

/** What is stored, as far as it is wanted, and the keys of everything. */
export interface StoredConfiguration {
  /** Of the audit log when it was read: what is written later has changed something. */
  version: number;
  channels: ChannelRow[];
  monitors: MonitorRow[];
  /** By id. */
  channelKeys: ReadonlyMap<number, string>;
  monitorKeys: ReadonlyMap<number, string>;
  channelLinks: { monitorId: number; channelId: number }[];
  dependencies: { monitorId: number; dependsOnId: number }[];
  templates: { id: number; name: string; isDefault: boolean }[];
}

export async function readConfiguration(db: Db, wanted: WantedKeys): Promise<StoredConfiguration> {
  const among = (column: typeof channels.key | typeof monitors.key, keys: readonly string[] | "all") =>
    keys === "all" ? undefined : inArray(column, listOf(keys));
  const [version, channelRows, monitorRows, channelKeys, monitorKeys, channelLinks, dependencies, templates] =
    await db.batch([
      db.select({ version: sql<number>`coalesce(max(id), 0)` }).from(sql`audit`),
      db.select().from(channels).where(among(channels.key, wanted.channels)),
      db.select().from(monitors).where(among(monitors.key, wanted.monitors)),
      db.select({ id: channels.id, key: channels.key }).from(channels),
      db.select({ id: monitors.id, key: monitors.key }).from(monitors),
      db
        .select()
        .from(monitorChannels)
        .where(
          wanted.monitors === "all"
            ? undefined
            : sql`monitor_id IN (SELECT id FROM monitors WHERE key IN ${listOf(wanted.monitors)})`,
        ),
      db.select().from(monitorDependencies),
      db
        .select({
          id: incidentTemplates.id,
          name: incidentTemplates.name,
          isDefault: incidentTemplates.isDefault,
        })
        .from(incidentTemplates),
    ]);
  return {
    version: version[0]?.version ?? 0,
    channels: channelRows,
    monitors: monitorRows,
    channelKeys: new Map(channelKeys.map(({ id, key }) => [id, key])),
    monitorKeys: new Map(monitorKeys.map(({ id, key }) => [id, key])),
    channelLinks,
    dependencies,
    templates,
  };
}

const CONFIGURATION = [
  "monitor",
  "notification_channel",
  "action",
  "incident_template",
  "vault",
  "vault_secret",
  "backup",
  "config",
];

/** Every change of what was read has left its entry, and a restored log is shorter or another. */
export function guardConfiguration(version: number): Statement {
  return guard(sql`
    (SELECT coalesce(max(id), 0) FROM audit) >= ${version}
    AND NOT EXISTS (SELECT 1 FROM audit WHERE id > ${version} AND entity_type IN ${listOf(CONFIGURATION)})`);
}

export function insertChannels(rows: readonly Omit<ChannelRow, "id">[]): Statement[] {
  return inChunks(
    rows.map(channelParts),
    (chunk) => sql`
    INSERT INTO channels (key, created_at, name, type, enabled, notify_on_recovery, config, alert_policy, updated_at)
    SELECT value ->> 'key', value ->> 'createdAt', value ->> 'name', value ->> 'type', value ->> 'enabled',
      value ->> 'notifyOnRecovery', value ->> 'config', value ->> 'alertPolicy', value ->> 'updatedAt'
    FROM json_each(${chunk})`,
  );
}

export function updateChannels(rows: readonly Omit<ChannelRow, "id">[]): Statement[] {
  return inChunks(
    rows.map(channelParts),
    (chunk) => sql`
    UPDATE channels SET name = value ->> 'name', type = value ->> 'type', enabled = value ->> 'enabled',
      notify_on_recovery = value ->> 'notifyOnRecovery', config = value ->> 'config',
      alert_policy = value ->> 'alertPolicy', updated_at = value ->> 'updatedAt'
    FROM json_each(${chunk}) WHERE channels.key = value ->> 'key'`,
  );
}

export function insertMonitors(rows: readonly Omit<MonitorRow, "id">[]): Statement[] {
  return inChunks(
    rows.map(monitorParts),
    (chunk) => sql`
    INSERT INTO monitors (key, paused, created_at, heartbeat_hash, heartbeat_token, name, type, interval_secs,
      timeout_ms, retries, failure_threshold, recovery_threshold, config, tags, auto_incident_minutes,
      auto_incident_mode, auto_incident_template_id, updated_at)
    SELECT value ->> 'key', 0, value ->> 'createdAt', value ->> 'heartbeatHash', value ->> 'heartbeatToken',
      value ->> 'name', value ->> 'type', value ->> 'intervalSecs', value ->> 'timeoutMs', value ->> 'retries',
      value ->> 'failureThreshold', value ->> 'recoveryThreshold', value ->> 'config', value ->> 'tags',
      value ->> 'autoIncidentMinutes', value ->> 'autoIncidentMode', value ->> 'autoIncidentTemplateId',
      value ->> 'updatedAt'
    FROM json_each(${chunk})`,
  );
}

/** Whether they are paused is no part of a document. */
export function updateMonitors(rows: readonly Omit<MonitorRow, "id">[]): Statement[] {
  return inChunks(
    rows.map(monitorParts),
    (chunk) => sql`
    UPDATE monitors SET name = value ->> 'name', type = value ->> 'type',
      interval_secs = value ->> 'intervalSecs', timeout_ms = value ->> 'timeoutMs', retries = value ->> 'retries',
      failure_threshold = value ->> 'failureThreshold', recovery_threshold = value ->> 'recoveryThreshold',
      config = value ->> 'config', tags = value ->> 'tags', auto_incident_minutes = value ->> 'autoIncidentMinutes',
      auto_incident_mode = value ->> 'autoIncidentMode',
      auto_incident_template_id = value ->> 'autoIncidentTemplateId', updated_at = value ->> 'updatedAt'
    FROM json_each(${chunk}) WHERE monitors.key = value ->> 'key'`,
  );
}

/** Apart from the rest, so that the index of the hashes is left alone otherwise. */
export function setHeartbeats(
  rows: readonly { key: string; heartbeatHash: string | null; heartbeatToken: string | null }[],
): Statement[] {
  return inChunks(
    rows,
    (chunk) => sql`
    UPDATE monitors SET heartbeat_hash = value ->> 'heartbeatHash', heartbeat_token = value ->> 'heartbeatToken'
    FROM json_each(${chunk}) WHERE monitors.key = value ->> 'key' AND monitors.heartbeat_hash IS NULL`,
  );
}

/** A link between two objects by their keys: what the batch has just made has an id that is not known yet. */
export type KeyPair = readonly [from: string, to: string];

export interface LinkChange {
  add: readonly KeyPair[];
  remove: readonly KeyPair[];
}

export function changeChannelLinks({ add, remove }: LinkChange): Statement[] {
  return [
    ...inChunks(
      remove,
      (chunk) => sql`
      DELETE FROM monitor_channels WHERE (monitor_id, channel_id) IN
        (SELECT m.id, c.id FROM json_each(${chunk}) JOIN monitors m ON m.key = value ->> 0
         JOIN channels c ON c.key = value ->> 1)`,
    ),
    ...inChunks(
      add,
      (chunk) => sql`
      INSERT INTO monitor_channels (monitor_id, channel_id)
      SELECT (SELECT id FROM monitors WHERE key = value ->> 0), (SELECT id FROM channels WHERE key = value ->> 1)
      FROM json_each(${chunk})`,
    ),
  ];
}

export function changeDependencies({ add, remove }: LinkChange): Statement[] {
  return [
    ...inChunks(
      remove,
      (chunk) => sql`
      DELETE FROM monitor_dependencies WHERE (monitor_id, depends_on_id) IN
        (SELECT m.id, d.id FROM json_each(${chunk}) JOIN monitors m ON m.key = value ->> 0
         JOIN monitors d ON d.key = value ->> 1)`,
    ),
    ...inChunks(
      add,
      (chunk) => sql`
      INSERT INTO monitor_dependencies (monitor_id, depends_on_id)
      SELECT (SELECT id FROM monitors WHERE key = value ->> 0), (SELECT id FROM monitors WHERE key = value ->> 1)
      FROM json_each(${chunk})`,
    ),
  ];
}

/** The watches of these, whose ids are known once they are there. */
export function markKeysStale(keys: readonly string[]): Statement {
  return sql`
    INSERT INTO stale_watches (watch, version)
    SELECT DISTINCT id / 32, 1 FROM monitors WHERE key IN ${listOf(keys)}
    ON CONFLICT (watch) DO UPDATE SET version = version + 1`;
}

export async function findMonitorIds(db: Db, keys: readonly string[]): Promise<number[]> {
  const rows = await db
    .select({ id: monitors.id })
    .from(monitors)
    .where(inArray(monitors.key, listOf(keys)));
  return rows.map(({ id }) => id);
}

function channelParts({ config, alertPolicy, ...row }: Omit<ChannelRow, "id">) {
  return { ...row, config: JSON.stringify(config), alertPolicy: JSON.stringify(alertPolicy) };
}

function monitorParts({ config, tags, ...row }: Omit<MonitorRow, "id">) {
  return { ...row, config: JSON.stringify(config), tags: JSON.stringify(tags) };
}

function listOf(values: readonly string[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
}
