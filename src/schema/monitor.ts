import { z } from "zod";
import { acknowledgement } from "./acknowledgement.ts";
import { id, KEY_PATTERN, line, timestamp } from "./common.ts";
import { HEARTBEAT_STATUSES as CHECK_STATUSES } from "./heartbeat.ts";
import { listUpTo, trimmedText, wholeNumber } from "./limits.ts";
import { location, locationFields } from "./location.ts";
import { versioned, versionRead } from "./version.ts";

function clamped(min: number, max: number) {
  return z.int().transform((value) => Math.min(max, Math.max(min, value)));
}

export const key = z
  .string()
  .regex(KEY_PATTERN, "Use 1 to 64 lowercase letters, digits, - and _, the first a letter or digit.");

const tag = z.object({
  label: line(50),
  color: z.string().regex(/^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, "Use a colour such as #22c55e."),
});

const config = z.record(z.string(), z.unknown());

export const monitorFields = {
  name: line(200),
  publicName: line(200).nullable().meta({
    description: "The name visitors see. Null: the monitor's name.",
  }),
  publicDescription: line(300).nullable().meta({
    description: "Shown below the name on the status page, in plain text.",
  }),
  type: z.string(),
  intervalSecs: wholeNumber(10, 86_400, "seconds"),
  timeoutMs: wholeNumber(1000, 300_000, "ms"),
  retries: wholeNumber(1, 10, "attempts"),
  failureThreshold: clamped(1, 20),
  recoveryThreshold: clamped(1, 20),
  config,
  tags: listUpTo(20, tag, "tags"),
  autoIncidentMinutes: wholeNumber(1, 10_080, "minutes").nullable(),
  autoIncidentMode: z.enum(["draft", "published"]),
  autoIncidentTemplateId: id.nullable(),
  agent: key.nullable().meta({
    description: "Key of the agent that checks it. Null: Uptide checks it.",
  }),
  ...locationFields,
};

export const newMonitor = z.object({
  ...monitorFields,
  key: key.optional(),
  publicName: monitorFields.publicName.default(null),
  publicDescription: monitorFields.publicDescription.default(null),
  intervalSecs: monitorFields.intervalSecs
    .optional()
    .meta({ description: "Default: 60; 86,400 for a domain.", default: 60 }),
  timeoutMs: monitorFields.timeoutMs.default(10_000),
  retries: monitorFields.retries.default(1),
  failureThreshold: monitorFields.failureThreshold.default(1),
  recoveryThreshold: monitorFields.recoveryThreshold.default(1),
  config: config.default({}),
  tags: monitorFields.tags.default([]),
  autoIncidentMinutes: monitorFields.autoIncidentMinutes.default(null),
  autoIncidentMode: monitorFields.autoIncidentMode.default("draft"),
  autoIncidentTemplateId: monitorFields.autoIncidentTemplateId.default(null),
  agent: monitorFields.agent.default(null),
  locations: monitorFields.locations.default([]),
  confirmFrom: monitorFields.confirmFrom.default(null),
  everyPlaceEvery: monitorFields.everyPlaceEvery.default(null),
});
export type NewMonitor = z.output<typeof newMonitor>;

export const monitorChange = z.object({
  ...z.object(monitorFields).partial().shape,
  ...versionRead,
  key: z.undefined("The key can't be changed: leave it out.").optional(),
});
export type MonitorChange = Omit<z.output<typeof monitorChange>, "key">;

export const monitorClone = z.object({ ...z.object(monitorFields).partial().shape, key: key.optional() });
export type MonitorClone = z.output<typeof monitorClone>;

export const CURRENT_STATUSES = ["up", "degraded", "down", "affected", "pending"] as const;

export const monitor = z
  .object({
    id,
    ...versioned,
    key,
    name: z.string(),
    publicName: z.string().nullable(),
    publicDescription: z.string().nullable(),
    type: z.string(),
    paused: z.boolean(),
    intervalSecs: z.int(),
    timeoutMs: z.int(),
    retries: z.int(),
    failureThreshold: z.int(),
    recoveryThreshold: z.int(),
    address: z.string().meta({
      description: "The monitored target for display, without credentials. Empty if the type has no address.",
    }),
    config: config.meta({ description: "The type's settings. Stored secrets are masked." }),
    tags: z.array(z.object({ label: z.string(), color: z.string() })),
    channelIds: z.array(id).meta({
      description:
        "The linked channels. Channels with `allMonitors` also receive its alerts but are not listed here.",
    }),
    alertsNobody: z.boolean().meta({
      description: "No enabled channel receives its alerts, whether linked or with `allMonitors`.",
    }),
    dependsOnIds: z.array(id),
    actions: z
      .array(
        z.object({
          actionId: id,
          onStatus: z.enum(["down", "up"]),
          delayMinutes: z.int(),
          cooldownMinutes: z.int(),
        }),
      )
      .meta({ description: "Empty for callers without permission to read actions." }),
    autoIncidentMinutes: z.int().nullable(),
    autoIncidentMode: z.enum(["draft", "published"]),
    autoIncidentTemplateId: id.nullable(),
    agent: z.string().nullable(),
    locations: z.array(location),
    confirmFrom: z.int().nullable(),
    everyPlaceEvery: z.int().nullable(),
    currentStatus: z.enum(CURRENT_STATUSES),
    confirmedStatus: z.enum(["up", "degraded", "down", "pending"]),
    statusSince: timestamp.nullable(),
    lastCheckedAt: timestamp.nullable(),
    responseMs: z.number().nullable(),
    message: z.string(),
    certExpiresAt: timestamp.nullable(),
    underMaintenance: z.boolean(),
    acknowledgement: acknowledgement.nullable(),
    snoozedUntilMs: timestamp
      .nullable()
      .meta({ description: "When the snooze ends. Until then, only recoveries of earlier alerts are sent." }),
    heartbeatUrl: z
      .string()
      .optional()
      .meta({ description: "For webhook monitors. Only for callers with write permission." }),
    pingUrl: z.string().optional().meta({ description: "The Healthchecks-compatible URL." }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: "Monitor" });
export type Monitor = z.output<typeof monitor>;

export const monitorQuery = z.object({
  search: z.string().max(200).optional(),
  type: z.string().max(40).optional(),
  tag: z.string().max(50).optional(),
  status: z.enum(CURRENT_STATUSES, { error: "Use up, degraded, down, affected or pending." }).optional(),
});
export type MonitorQuery = z.output<typeof monitorQuery>;

const dependsOn = {
  dependsOnIds: z
    .array(id)
    .max(2000)
    .transform((ids) => [...new Set(ids)]),
};
export const dependencies = z.object({ ...dependsOn, ...versioned });
export const dependenciesChange = z.object({ ...dependsOn, ...versionRead });

export const manualStatus = z.object({
  status: z.enum(CHECK_STATUSES, { error: "Use up, degraded or down." }),
  message: trimmedText(500).default("").meta({ description: "A message shown with the status." }),
});
export type ManualStatus = z.output<typeof manualStatus>;

export const heartbeatUrl = z.object({ heartbeatUrl: z.string() });

export const monitorType = z.object({
  type: z.string(),
  label: z.string(),
  hasResponseTime: z.boolean(),
  schema: z.record(z.string(), z.unknown()).meta({ description: "JSON Schema of config." }),
});
