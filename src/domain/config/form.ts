import type { ActionDocument, ChannelDocument, MonitorDocument } from "../../schema/document.ts";
import type { LocationRule } from "../monitor/rule.ts";
import { inLinkOrder } from "./document.ts";

type ChannelFields = Omit<ChannelDocument, "kind" | "config">;

type OptionalField = "publicName" | "publicDescription" | "agent";
type LocationField = "locations" | "confirmFrom" | "everyPlaceEvery";

interface MonitorFields
  extends Omit<
      MonitorDocument,
      | "kind"
      | "config"
      | "notifications"
      | "dependsOn"
      | "autoIncident"
      | "actions"
      | OptionalField
      | LocationField
    >,
    LocationRule {
  id: number;
  publicName: string | null;
  publicDescription: string | null;
  agent: string | null;
  autoIncidentMinutes: number | null;
  autoIncidentMode: NonNullable<MonitorDocument["autoIncident"]>["mode"];
  autoIncidentTemplateId: number | null;
}

interface ActionFields extends Pick<ActionDocument, "key" | "name" | "enabled"> {
  id: number;
}

interface StoredLinks {
  channelKeys: ReadonlyMap<number, string>;
  monitorKeys: ReadonlyMap<number, string>;
  actionKeys: ReadonlyMap<number, string>;
  channelLinks: readonly { monitorId: number; channelId: number }[];
  dependencies: readonly { monitorId: number; dependsOnId: number }[];
  actionLinks: readonly (Omit<NonNullable<MonitorDocument["actions"]>[number], "action"> & {
    monitorId: number;
    actionId: number;
  })[];
  failureChannels: readonly { actionId: number; channelId: number }[];
  templates: readonly { id: number; name: string; isDefault: boolean }[];
}

export function toChannelDocument(row: ChannelFields, config: ChannelDocument["config"]): ChannelDocument {
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
  stored: StoredLinks,
): (row: MonitorFields, config: MonitorDocument["config"]) => MonitorDocument {
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
      ...optionalFieldsOf(row),
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
      ...locationFieldsOf(row),
      ...autoIncidentOf(row, stored.templates),
      actions: inLinkOrder(actions),
    };
  };
}

export function toActionDocument(
  stored: StoredLinks,
): (row: ActionFields, config: ActionDocument["config"]) => ActionDocument {
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

function optionalFieldsOf({
  publicName,
  publicDescription,
  agent,
}: MonitorFields): Pick<MonitorDocument, OptionalField> {
  return {
    ...(publicName !== null && { publicName }),
    ...(publicDescription !== null && { publicDescription }),
    ...(agent !== null && { agent }),
  };
}

function locationFieldsOf({
  locations,
  confirmFrom,
  everyPlaceEvery,
}: MonitorFields): Pick<MonitorDocument, LocationField> {
  return {
    ...(locations.length > 0 && { locations: [...locations] }),
    ...(confirmFrom !== null && { confirmFrom }),
    ...(everyPlaceEvery !== null && { everyPlaceEvery }),
  };
}

function autoIncidentOf(
  { autoIncidentMinutes: afterMinutes, autoIncidentMode: mode, autoIncidentTemplateId: id }: MonitorFields,
  templates: StoredLinks["templates"],
): Pick<MonitorDocument, "autoIncident"> {
  if (afterMinutes === null) return {};
  const template = templates.find((one) => one.id === id && !one.isDefault)?.name;
  return { autoIncident: { enabled: true, afterMinutes, mode, ...(template && { template }) } };
}

function keysOf(keys: ReadonlyMap<number, string>, ids: readonly number[] = []): string[] {
  return ids.flatMap((id) => keys.get(id) ?? []).sort();
}
