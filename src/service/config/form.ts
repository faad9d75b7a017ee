import type { ActionRow } from "../../data/action.ts";
import type { ChannelRow } from "../../data/channel.ts";
import type { StoredConfiguration } from "../../data/document.ts";
import type { MonitorRow } from "../../data/monitor.ts";
import { inLinkOrder } from "../../domain/config/document.ts";
import type { ActionDocument, ChannelDocument, MonitorDocument } from "../../schema/document.ts";

/** The names of a document stand in the order in which these are made. */
export function toChannelDocument(row: ChannelRow, config: ChannelDocument["config"]): ChannelDocument {
  const { key, name, type, enabled, notifyOnRecovery, alertPolicy, isDefault, allMonitors } = row;
  return {
    kind: "NotificationChannel",
    key,
    name,
    type,
    enabled,
    notifyOnRecovery,
    config,
    alertPolicy,
    isDefault,
    allMonitors,
  };
}

export function toMonitorDocument(
  stored: StoredConfiguration,
): (row: MonitorRow, config: MonitorDocument["config"]) => MonitorDocument {
  const { channelKeys, monitorKeys, actionKeys } = stored;
  const notifications = Map.groupBy(stored.channelLinks, ({ monitorId }) => monitorId);
  const dependsOn = Map.groupBy(stored.dependencies, ({ monitorId }) => monitorId);
  const links = Map.groupBy(stored.actionLinks, ({ monitorId }) => monitorId);
  return (row, config) => {
    const { id, key, name, type, intervalSecs, timeoutMs, retries } = row;
    const { failureThreshold, recoveryThreshold, tags } = row;
    const actions = (links.get(id) ?? []).map(({ actionId, onStatus, delayMinutes, cooldownMinutes }) => {
      return { action: actionKeys.get(actionId) ?? "", onStatus, delayMinutes, cooldownMinutes };
    });
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
      config,
      tags,
      notifications: keysOf(
        channelKeys,
        notifications.get(id)?.map(({ channelId }) => channelId),
      ),
      dependsOn: keysOf(
        monitorKeys,
        dependsOn.get(id)?.map(({ dependsOnId }) => dependsOnId),
      ),
      ...autoIncidentOf(row, stored.templates),
      actions: inLinkOrder(actions),
    };
  };
}

export function toActionDocument(
  stored: StoredConfiguration,
): (row: ActionRow, config: ActionDocument["config"]) => ActionDocument {
  const channels = Map.groupBy(stored.failureChannels, ({ actionId }) => actionId);
  return ({ id, key, name, enabled }, config) => {
    const ids = channels.get(id)?.map(({ channelId }) => channelId);
    return {
      kind: "Action",
      key,
      name,
      enabled,
      config,
      failureNotifications: keysOf(stored.channelKeys, ids),
    };
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

function keysOf(keys: ReadonlyMap<number, string>, ids: readonly number[] = []): string[] {
  return ids.flatMap((id) => keys.get(id) ?? []).sort();
}
