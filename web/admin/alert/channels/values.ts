import type { AlertPolicy } from "../../../../src/schema/alert_policy.ts";
import type { Channel } from "../../../../src/schema/channel.ts";
import { type Edited, readTimeout } from "../../../lib/edit.ts";
import { type ChannelKind, getChannel } from "../../api/channel.ts";
import { nameMonitors } from "../../live/monitor_names.ts";
import { defaultsOf, type SchemaNode } from "../../schema_form/node.ts";
import { text } from "../../text/channel.ts";
import { newPolicy } from "./policy.ts";

export interface ChannelValues {
  name: string;
  type: string;
  config: Readonly<Record<string, unknown>>;
  alertPolicy: AlertPolicy;
  notifyOnRecovery: boolean;
  monitorIds: readonly number[];
  isDefault: boolean;
  allMonitors: boolean;
  enabled: boolean;
}

/** The first channel takes all monitors: with none it would be silent. */
export function newValues(kind: ChannelKind | undefined, { isFirst }: { isFirst: boolean }): ChannelValues {
  return {
    name: "",
    type: kind?.type ?? "",
    config: configOf(kind),
    alertPolicy: newPolicy(),
    notifyOnRecovery: true,
    monitorIds: [],
    isDefault: false,
    allMonitors: isFirst,
    enabled: true,
  };
}

export function valuesOf(channel: Channel, kind: ChannelKind | undefined): ChannelValues {
  const { name, type, config, alertPolicy, notifyOnRecovery, monitorIds, enabled } = channel;
  return {
    name,
    type,
    config: { ...configOf(kind), ...config },
    alertPolicy,
    notifyOnRecovery,
    monitorIds,
    isDefault: channel.isDefault,
    allMonitors: channel.allMonitors,
    enabled,
  };
}

/** While quiet hours are off the stored zone stays: one only tried in the form isn't a choice. */
export function toBody({ monitorIds, ...values }: ChannelValues, stored: Channel | null) {
  const { quietHours } = values.alertPolicy;
  const timezone = (stored?.alertPolicy ?? newPolicy()).quietHours.timezone;
  const alertPolicy = quietHours.enabled
    ? values.alertPolicy
    : { ...values.alertPolicy, quietHours: { ...quietHours, timezone } };
  return { ...values, alertPolicy, monitorIds: [...monitorIds] };
}

export function editOf(
  stored: Channel,
  kindOf: (type: string) => ChannelKind | undefined,
): Edited<ChannelValues, Channel> {
  return {
    stored,
    read: async () => await getChannel(readTimeout(), stored.id),
    toValues: (channel) => valuesOf(channel, kindOf(channel.type)),
    ties: [["type", "config"]],
    labels: {
      name: text.name,
      type: text.type,
      config: text.settings.title,
      alertPolicy: text.policy.title,
      notifyOnRecovery: text.recovery,
      monitorIds: text.monitorsLabel,
      isDefault: text.isDefault,
      allMonitors: text.allMonitors,
      enabled: text.enabledLabel,
    },
    describe: { monitorIds: nameMonitors },
  };
}

export function configOf(kind: ChannelKind | undefined): Record<string, unknown> {
  return kind ? defaultsOf(kind.schema as SchemaNode) : {};
}
