import type { AlertPolicy } from "../../../src/schema/alert_policy.ts";
import type { Channel } from "../../../src/schema/channel.ts";
import type { ChannelKind } from "../api/channel.ts";
import { defaultsOf, type SchemaNode } from "../schema_form/node.ts";
import { newPolicy, ownZone } from "./policy.ts";

export interface ChannelValues {
  name: string;
  type: string;
  config: Readonly<Record<string, unknown>>;
  alertPolicy: AlertPolicy;
  notifyOnRecovery: boolean;
  monitorIds: readonly number[];
  enabled: boolean;
}

export function newValues(kind: ChannelKind | undefined): ChannelValues {
  return {
    name: "",
    type: kind?.type ?? "email",
    config: configOf(kind),
    alertPolicy: newPolicy(),
    notifyOnRecovery: true,
    monitorIds: [],
    enabled: true,
  };
}

/** A setting that was left out is shown as what it defaults to. */
export function valuesOf(channel: Channel, kind: ChannelKind | undefined): ChannelValues {
  const { name, type, config, notifyOnRecovery, monitorIds, enabled } = channel;
  const { quietHours, ...policy } = channel.alertPolicy;
  const isUntouched = !quietHours.enabled && quietHours.timezone === "UTC";
  return {
    name,
    type,
    config: { ...configOf(kind), ...config },
    alertPolicy: { ...policy, quietHours: isUntouched ? { ...quietHours, timezone: ownZone() } : quietHours },
    notifyOnRecovery,
    monitorIds,
    enabled,
  };
}

export function configOf(kind: ChannelKind | undefined): Record<string, unknown> {
  return kind ? defaultsOf(kind.schema as SchemaNode) : {};
}
