import { inArray, sql } from "drizzle-orm";
import type { ActionRow, LinkRow } from "./action.ts";
import type { ChannelRow } from "./channel.ts";
import { type Db, listOf } from "./db.ts";
import type { MonitorRow } from "./monitor.ts";
import { audit } from "./tables.ts";
import { actionChannels, actionLinks, actions } from "./tables_action.ts";
import { agents } from "./tables_agent.ts";
import { channels, monitorChannels } from "./tables_alert.ts";
import { incidentTemplates } from "./tables_incident.ts";
import { monitorDependencies, monitors } from "./tables_monitor.ts";

export interface WantedKeys {
  channels: readonly string[] | "all";
  monitors: readonly string[] | "all";
  actions: readonly string[] | "all";
}

export interface StoredConfiguration {
  /** Of the audit log when it was read: later entries mean something changed. */
  version: number;
  channels: ChannelRow[];
  monitors: MonitorRow[];
  actions: ActionRow[];
  channelKeys: ReadonlyMap<number, string>;
  monitorKeys: ReadonlyMap<number, string>;
  actionKeys: ReadonlyMap<number, string>;
  channelLinks: { monitorId: number; channelId: number }[];
  dependencies: { monitorId: number; dependsOnId: number }[];
  actionLinks: LinkRow[];
  failureChannels: { actionId: number; channelId: number }[];
  templates: { id: number; name: string; isDefault: boolean }[];
  agentKeys: ReadonlySet<string>;
}

type KeyColumn = typeof channels.key | typeof monitors.key | typeof actions.key;

export async function readConfiguration(db: Db, wanted: WantedKeys): Promise<StoredConfiguration> {
  const among = (column: KeyColumn, keys: readonly string[] | "all") =>
    keys === "all" ? undefined : inArray(column, listOf(keys));
  const ofWantedMonitors =
    wanted.monitors === "all"
      ? undefined
      : sql`monitor_id IN (SELECT id FROM monitors WHERE key IN ${listOf(wanted.monitors)})`;
  const results = await db.batch([
    db.select({ version: sql<number>`coalesce(max(${audit.id}), 0)` }).from(audit),
    db.select().from(channels).where(among(channels.key, wanted.channels)),
    db.select().from(monitors).where(among(monitors.key, wanted.monitors)),
    db.select().from(actions).where(among(actions.key, wanted.actions)),
    db.select({ id: channels.id, key: channels.key }).from(channels),
    db.select({ id: monitors.id, key: monitors.key }).from(monitors),
    db.select({ id: actions.id, key: actions.key }).from(actions),
    db.select().from(monitorChannels).where(ofWantedMonitors),
    db.select().from(monitorDependencies),
    db.select().from(actionLinks).where(ofWantedMonitors),
    db.select().from(actionChannels),
    db
      .select({
        id: incidentTemplates.id,
        name: incidentTemplates.name,
        isDefault: incidentTemplates.isDefault,
      })
      .from(incidentTemplates),
    db.select({ key: agents.key }).from(agents),
  ]);
  const [version, channelRows, monitorRows, actionRows, channelKeys, monitorKeys, actionKeys] = results;
  const [, , , , , , , channelLinks, dependencies, links, failureChannels, templates, agentRows] = results;
  return {
    version: version[0]?.version ?? 0,
    channels: channelRows,
    monitors: monitorRows,
    actions: actionRows,
    channelKeys: byId(channelKeys),
    monitorKeys: byId(monitorKeys),
    actionKeys: byId(actionKeys),
    channelLinks,
    dependencies,
    actionLinks: links,
    failureChannels,
    templates,
    agentKeys: new Set(agentRows.map(({ key }) => key)),
  };
}

function byId(rows: readonly { id: number; key: string }[]): Map<number, string> {
  return new Map(rows.map(({ id, key }) => [id, key]));
}

export async function listMonitorIds(db: Db, keys: readonly string[]): Promise<number[]> {
  const rows = await db
    .select({ id: monitors.id })
    .from(monitors)
    .where(inArray(monitors.key, listOf(keys)));
  return rows.map(({ id }) => id);
}
