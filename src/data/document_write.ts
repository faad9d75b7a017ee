import { sql } from "drizzle-orm";
import type { ActionRow } from "./action.ts";
import { cancelUnlinkedRunsOf } from "./action_run.ts";
import type { ChannelRow } from "./channel.ts";
import { guard, inChunks, listOf, type Statement } from "./db.ts";
import type { MonitorRow } from "./monitor.ts";
import { cell, insertRows, keysBut, updateRows } from "./rows.ts";
import { actionLinks, actions } from "./tables_action.ts";
import { channels } from "./tables_alert.ts";
import { monitors } from "./tables_monitor.ts";

const CONFIGURATION = [
  "monitor",
  "notification_channel",
  "action",
  "incident_template",
  "layout",
  "branding",
  "locale",
  "maintenance",
  "schedule",
  "user",
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
  return insertRows(channels, rows);
}

export function updateChannelRows(rows: readonly Omit<ChannelRow, "id">[]): Statement[] {
  return updateRows(channels, rows, { by: "key", keys: keysBut(channels, "id", "key", "createdAt") });
}

export function insertMonitors(rows: readonly Omit<MonitorRow, "id">[]): Statement[] {
  return insertRows(monitors, rows);
}

const HEARTBEAT = ["heartbeatHash", "heartbeatToken"] as const;

export function updateMonitorRows(rows: readonly Omit<MonitorRow, "id">[]): Statement[] {
  const keys = keysBut(monitors, "id", "key", "paused", "createdAt", ...HEARTBEAT);
  return updateRows(monitors, rows, { by: "key", keys });
}

/** A monitor that names a template of the same batch holds a placeholder number until the id is known. */
export function setMadeTemplates(made: readonly { id: number; name: string }[]): Statement[] {
  return made.map(
    ({ id, name }) => sql`
      UPDATE monitors SET auto_incident_template_id = (SELECT id FROM incident_templates WHERE name = ${name})
      WHERE auto_incident_template_id = ${id}`,
  );
}

/** Touches the index of the hashes only where a hash is set or removed. */
export function setHeartbeats(
  rows: readonly { key: string; heartbeatHash: string | null; heartbeatToken: string | null }[],
): Statement[] {
  const where = sql`(${monitors.heartbeatHash} IS NULL OR ${cell("heartbeatHash")} IS NULL)`;
  return updateRows(monitors, rows, { by: "key", keys: HEARTBEAT, where });
}

export function insertActions(rows: readonly Omit<ActionRow, "id">[]): Statement[] {
  return insertRows(actions, rows);
}

export function updateActionRows(rows: readonly Omit<ActionRow, "id">[]): Statement[] {
  return updateRows(actions, rows, { by: "key", keys: keysBut(actions, "id", "key", "createdAt") });
}

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
    ...insertRows(actionLinks, put, {
      set: {
        monitorId: sql`(SELECT id FROM monitors WHERE key = ${cell("monitor")})`,
        actionId: sql`(SELECT id FROM actions WHERE key = ${cell("action")})`,
      },
      upsertOn: ["monitorId", "actionId", "onStatus"],
    }),
    ...(remove.length > 0
      ? cancelUnlinkedRunsOf(JSON.stringify([...new Set(remove.map(({ monitor }) => monitor))]), now)
      : []),
  ];
}
