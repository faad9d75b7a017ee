import type { ChannelRow } from "../data/channel.ts";
import { readConfiguration, type StoredConfiguration, type WantedKeys } from "../data/document.ts";
import type { MonitorRow } from "../data/monitor.ts";
import type { VaultNames } from "../domain/vault_reference.ts";
import type { AnyDocument, ChannelDocument, MonitorDocument } from "../schema/document.ts";
import type { Context } from "./context.ts";
import { type ConfigKind, configKindOf, writtenConfig } from "./document_config.ts";
import { loadVaultNames } from "./vault_reference.ts";

/** A stored object and the document that an export has of it. */
export interface Viewed<Row, Document> {
  row: Row;
  kind: ConfigKind | null;
  document: Document;
}

/** By key. */
export interface ConfigurationView {
  version: number;
  channels: ReadonlyMap<string, Viewed<ChannelRow, ChannelDocument>>;
  monitors: ReadonlyMap<string, Viewed<MonitorRow, MonitorDocument>>;
  channelKeys: ReadonlySet<string>;
  monitorKeys: ReadonlySet<string>;
  dependencies: readonly { key: string; dependsOn: string }[];
  names: VaultNames;
  templates: StoredConfiguration["templates"];
}

export async function viewConfiguration(
  context: Context,
  wanted: WantedKeys & {
    /** Documents whose vault references are to be looked up. */
    sent: readonly AnyDocument[];
  },
): Promise<ConfigurationView> {
  const stored = await readConfiguration(context.db, wanted);
  const kinds = {
    channels: stored.channels.map((row) => configKindOf("NotificationChannel", row)),
    monitors: stored.monitors.map((row) => configKindOf("Monitor", row)),
  };
  const owned = [
    ...stored.channels.map((row, i) => ({ kind: kinds.channels[i], config: row.config })),
    ...stored.monitors.map((row, i) => ({ kind: kinds.monitors[i], config: row.config })),
    ...wanted.sent.map((body) => ({ kind: configKindOf(body.kind, body), config: body.config })),
  ].flatMap(({ kind, config }) => (kind ? [{ owner: kind.owner, config }] : []));
  const names = await loadVaultNames(context.db, owned);
  const dependencies = stored.dependencies.flatMap(({ monitorId, dependsOnId }) => {
    const [key, dependsOn] = [stored.monitorKeys.get(monitorId), stored.monitorKeys.get(dependsOnId)];
    return key !== undefined && dependsOn !== undefined ? [{ key, dependsOn }] : [];
  });
  const links = linksOf(stored, dependencies);
  const channels = await Promise.all(
    stored.channels.map(async (row, i) => {
      const kind = kinds.channels[i] ?? null;
      const config = await writtenConfig(context, kind, { config: row.config, names });
      return [row.key, { row, kind, document: toChannelDocument(row, config) }] as const;
    }),
  );
  const monitors = await Promise.all(
    stored.monitors.map(async (row, i) => {
      const kind = kinds.monitors[i] ?? null;
      const config = await writtenConfig(context, kind, { config: row.config, names });
      return [
        row.key,
        {
          row,
          kind,
          document: toMonitorDocument(row, {
            config,
            ...links(row.key),
            ...autoIncidentOf(row, stored.templates),
          }),
        },
      ] as const;
    }),
  );
  return {
    version: stored.version,
    channels: new Map(channels),
    monitors: new Map(monitors),
    channelKeys: new Set(stored.channelKeys.values()),
    monitorKeys: new Set(stored.monitorKeys.values()),
    dependencies,
    names,
    templates: stored.templates,
  };
}

function linksOf(stored: StoredConfiguration, dependencies: ConfigurationView["dependencies"]) {
  const notifications = Map.groupBy(stored.channelLinks, ({ monitorId }) =>
    stored.monitorKeys.get(monitorId),
  );
  const dependsOn = Map.groupBy(dependencies, ({ key }) => key);
  return (key: string) => ({
    notifications: (notifications.get(key) ?? [])
      .flatMap(({ channelId }) => stored.channelKeys.get(channelId) ?? [])
      .sort(),
    dependsOn: (dependsOn.get(key) ?? []).map((link) => link.dependsOn).sort(),
  });
}

function toChannelDocument(row: ChannelRow, config: ChannelDocument["config"]): ChannelDocument {
  const { key, name, type, enabled, notifyOnRecovery, alertPolicy } = row;
  return { kind: "NotificationChannel", key, name, type, enabled, notifyOnRecovery, config, alertPolicy };
}

function toMonitorDocument(
  row: MonitorRow,
  rest: Pick<MonitorDocument, "config" | "notifications" | "dependsOn" | "autoIncident">,
): MonitorDocument {
  const { key, name, type, intervalSecs, timeoutMs, retries, failureThreshold, recoveryThreshold, tags } =
    row;
  return {
    kind: "Monitor",
    key,
    name,
    type,
    intervalSecs,
    timeoutMs,
    retries,
    failureThreshold,
    recoveryThreshold,
    config: rest.config,
    tags,
    notifications: rest.notifications,
    dependsOn: rest.dependsOn,
    ...(rest.autoIncident && { autoIncident: rest.autoIncident }),
  };
}

/** Only of monitors that have it on; the default template is not named. */
function autoIncidentOf(
  { autoIncidentMinutes: afterMinutes, autoIncidentMode: mode, autoIncidentTemplateId: id }: MonitorRow,
  templates: StoredConfiguration["templates"],
): Pick<MonitorDocument, "autoIncident"> {
  if (afterMinutes === null) return {};
  const template = templates.find((one) => one.id === id && !one.isDefault)?.name;
  return { autoIncident: { enabled: true, afterMinutes, mode, ...(template && { template }) } };
}
