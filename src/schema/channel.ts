import { z } from "zod";
import { alertPolicy } from "./alert_policy.ts";
import { id, line, timestamp, uniqueIds, warnings } from "./common.ts";
import { key } from "./monitor.ts";
import { versioned, versionRead } from "./version.ts";

const config = z.record(z.string(), z.unknown());
const ids = uniqueIds(10_000, "ids");

const fields = {
  name: line(200),
  type: z.string(),
  enabled: z.boolean(),
  notifyOnRecovery: z.boolean(),
  config,
  alertPolicy,
  isDefault: z.boolean().meta({ description: "Preselected for new monitors in the panel." }),
  allMonitors: z.boolean().meta({
    description: "Receives the alerts of all current and future monitors, without links.",
  }),
  monitorIds: ids,
};

export const newChannel = z.object({
  ...fields,
  key: key.optional(),
  enabled: fields.enabled.default(true),
  notifyOnRecovery: fields.notifyOnRecovery.default(true),
  config: config.default({}),
  alertPolicy: alertPolicy.prefault({}),
  isDefault: fields.isDefault.default(false),
  allMonitors: fields.allMonitors.default(false),
  monitorIds: ids.default([]),
});
export type NewChannel = z.output<typeof newChannel>;

export const channelChange = z.object({
  ...z.object(fields).partial().shape,
  ...versionRead,
  key: z.undefined("The key can't be changed: leave it out.").optional(),
});
export type ChannelChange = Omit<z.output<typeof channelChange>, "key">;

export const channel = z
  .object({
    id,
    ...versioned,
    key,
    name: z.string(),
    type: z.string(),
    enabled: z.boolean(),
    notifyOnRecovery: z.boolean(),
    config: config.meta({ description: "The type's settings. Stored secrets are masked." }),
    alertPolicy,
    isDefault: fields.isDefault,
    allMonitors: fields.allMonitors,
    monitorIds: z.array(id).meta({
      description: "The linked monitors. With `allMonitors`, all other monitors alert this channel too.",
    }),
    createdAt: timestamp,
    updatedAt: timestamp,
    warnings,
  })
  .meta({ id: "NotificationChannel" });
export type Channel = z.output<typeof channel>;

export const channelTypeResponse = z.object({
  type: z.string(),
  label: z.string(),
  sendsMail: z.boolean(),
  schema: z.record(z.string(), z.unknown()).meta({ description: "JSON Schema of config." }),
  presets: z.array(z.object({ name: z.string(), config })),
});

export const channelTest = z.object({
  type: z.string(),
  config: config.default({}),
  name: z.string().trim().max(200).optional(),
  channelId: id.optional(),
});
export type ChannelTest = z.output<typeof channelTest>;

export const ok = z.object({ ok: z.literal(true) });

export const channelIds = z.object({ channelIds: ids, ...versioned });
export const channelIdsChange = z.object({ channelIds: ids, ...versionRead });
