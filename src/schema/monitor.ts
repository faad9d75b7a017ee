import { z } from "zod";
import { acknowledgement } from "./acknowledgement.ts";
import { id, KEY_PATTERN, line, queryInteger, timestamp } from "./common.ts";
import { HEARTBEAT_STATUSES as CHECK_STATUSES } from "./heartbeat.ts";
import { keptBody } from "./kept_body.ts";
import { LOCATIONS, locationFields, placeResult } from "./location.ts";
import { versioned, versionRead } from "./version.ts";

/** A whole number that is moved to the nearest end of its range. */
function clamped(min: number, max: number) {
  return z.int().transform((value) => Math.min(max, Math.max(min, value)));
}

export const key = z
  .string()
  .regex(KEY_PATTERN, "Use 1 to 64 lowercase letters, digits, - and _, the first a letter or digit.");

const tag = z.object({
  label: line(50),
  color: z.string().regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, "Use a colour such as #22c55e."),
});

const config = z.record(z.string(), z.unknown());

const fields = {
  name: line(200),
  publicName: line(200).nullable().meta({
    description: "What visitors read in place of its name, wherever they do. Null: its name.",
  }),
  publicDescription: line(300).nullable().meta({
    description: "What the status page says of it below that name, in plain text.",
  }),
  type: z.string(),
  intervalSecs: z.int().min(10, "Use 10 to 86400 seconds.").max(86_400, "Use 10 to 86400 seconds."),
  timeoutMs: z.int().min(1000, "Use 1000 to 300000 ms.").max(300_000, "Use 1000 to 300000 ms."),
  retries: z.int().min(1, "Use 1 to 10 attempts.").max(10, "Use 1 to 10 attempts."),
  failureThreshold: clamped(1, 20),
  recoveryThreshold: clamped(1, 20),
  config,
  tags: z.array(tag).max(20, "Use at most 20 tags."),
  autoIncidentMinutes: z
    .int()
    .min(1, "Use 1 to 10080 minutes.")
    .max(10_080, "Use 1 to 10080 minutes.")
    .nullable(),
  autoIncidentMode: z.enum(["draft", "published"]),
  autoIncidentTemplateId: id.nullable(),
  ...locationFields,
};

export const newMonitor = z.object({
  ...fields,
  key: key.optional(),
  publicName: fields.publicName.default(null),
  publicDescription: fields.publicDescription.default(null),
  intervalSecs: fields.intervalSecs.default(60),
  timeoutMs: fields.timeoutMs.default(10_000),
  retries: fields.retries.default(1),
  failureThreshold: fields.failureThreshold.default(1),
  recoveryThreshold: fields.recoveryThreshold.default(1),
  config: config.default({}),
  tags: fields.tags.default([]),
  autoIncidentMinutes: fields.autoIncidentMinutes.default(null),
  autoIncidentMode: fields.autoIncidentMode.default("draft"),
  autoIncidentTemplateId: fields.autoIncidentTemplateId.default(null),
  locations: fields.locations.default([]),
  confirmFrom: fields.confirmFrom.default(null),
  everyPlaceEvery: fields.everyPlaceEvery.default(null),
});
export type NewMonitor = z.output<typeof newMonitor>;

export const monitorChange = z.object({
  ...z.object(fields).partial().shape,
  ...versionRead,
  key: z.undefined("The key can't be changed: leave it out.").optional(),
});
export type MonitorChange = Omit<z.output<typeof monitorChange>, "key">;

/** What is left out is as it is with the monitor that is cloned. */
export const monitorClone = z.object({ ...z.object(fields).partial().shape, key: key.optional() });
export type MonitorClone = z.output<typeof monitorClone>;

const CURRENT_STATUSES = ["up", "degraded", "down", "affected", "pending"] as const;

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
      description:
        "What it looks at, for people to read: without credentials; empty where a type has no address.",
    }),
    config: config.meta({ description: "By type; stored secrets are answered as a mask." }),
    tags: z.array(z.object({ label: z.string(), color: z.string() })),
    channelIds: z.array(id).meta({
      description:
        "The channels it is linked to. Those with allMonitors take its alerts too, and are not among these.",
    }),
    alertsNobody: z.boolean().meta({
      description:
        "No enabled channel takes its alerts: none that it is linked to, and none with allMonitors.",
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
      .meta({ description: "Empty for whoever may not read actions." }),
    autoIncidentMinutes: z.int().nullable(),
    autoIncidentMode: z.enum(["draft", "published"]),
    autoIncidentTemplateId: id.nullable(),
    locations: z.array(z.enum(LOCATIONS)),
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
      .meta({ description: "Until then nothing about it is told, but the end of what was told before." }),
    heartbeatUrl: z.string().optional().meta({ description: "Of webhook monitors." }),
    pingUrl: z
      .string()
      .optional()
      .meta({ description: "Of webhook monitors: the same in the form that clients of Healthchecks take." }),
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

const places = z
  .array(placeResult)
  .meta({ description: "What each place found, where more than one was asked." });

export const checkAnswer = z.object({
  status: z.enum(CURRENT_STATUSES),
  responseMs: z.number().nullable(),
  message: z.string(),
  checkedAt: timestamp,
  places: places.optional(),
});

export const checkNowQuery = z.object({
  from: z
    .enum(["home", "all"], { error: "Use home or all." })
    .default("home")
    .meta({ description: "all: every place of the monitor is asked too, also where the check is good." }),
});

export const monitorTest = z.object({
  type: z.string(),
  config: config.default({}),
  timeoutMs: fields.timeoutMs.default(10_000),
  locations: fields.locations.default([]).meta({ description: "From where else it is tried, side by side." }),
  monitorId: id.optional(),
});
export type MonitorTest = z.output<typeof monitorTest>;

export const monitorTestAnswer = z.object({
  overall: z.enum(["up", "degraded", "down"]),
  totalMs: z.number(),
  message: z.string(),
  certExpiresAt: timestamp.nullable(),
  steps: z.array(
    z.object({
      label: z.string(),
      status: z.string(),
      detail: z.string(),
      durationMs: z.number(),
    }),
  ),
  body: keptBody.optional(),
  places: places.optional(),
});

export const manualStatus = z.object({
  status: z.enum(CHECK_STATUSES, { error: "Use up, degraded or down." }),
  message: z
    .string()
    .trim()
    .max(500, "Use at most 500 characters.")
    .default("")
    .meta({ description: "What people read beside it." }),
});
export type ManualStatus = z.output<typeof manualStatus>;

export const heartbeatUrl = z.object({ heartbeatUrl: z.string() });

export const historyQuery = z.object({
  hours: queryInteger.pipe(z.int().min(1).max(2160, "Use 1 to 2160 hours.")).default(24),
  buckets: queryInteger.pipe(z.int().min(1).max(200, "Use 1 to 200 buckets.")).default(30),
});

export const history = z.object({
  buckets: z.array(
    z.object({
      at: timestamp,
      avg: z.number().nullable(),
      p95: z.number().nullable(),
      max: z.number().nullable(),
      count: z.int(),
      status: z.enum(["up", "degraded", "down", "affected"]).nullable(),
    }),
  ),
  uptime: z.number().nullable().meta({ description: "Share of the time with a state that was up, 0 to 1." }),
});

export const timelineQuery = z.object({
  from: queryInteger.pipe(z.int().min(0)).optional(),
  to: queryInteger.pipe(z.int().min(0)).optional(),
});

export const timeline = z.array(
  z.object({ state: z.string(), from: timestamp, to: timestamp.nullable(), message: z.string() }),
);

export const lastChecksQuery = z.object({
  limit: queryInteger.pipe(z.int().min(1).max(200, "Use 1 to 200 checks.")).default(50),
});

const failureStep = z.object({
  label: z.string(),
  status: z.string(),
  detail: z.string(),
  durationMs: z.number(),
});

export const lastChecks = z.object({
  checks: z
    .array(
      z.object({
        at: timestamp,
        status: z.enum(["up", "degraded", "down", "affected"]),
        responseMs: z.number().nullable(),
        message: z
          .string()
          .meta({ description: "Why it failed, or from where; empty for one that is fine." }),
        places: places.optional(),
      }),
    )
    .meta({ description: "In their order, of the last seven days." }),
  places: z
    .array(placeResult.extend({ at: timestamp }))
    .meta({ description: "The latest of each place that was asked in the last seven days." }),
  isOneMachine: z.boolean().meta({
    description: "Every place is the machine that this runs on: there is no platform with others.",
  }),
  failure: z
    .object({
      at: timestamp,
      status: z.enum(["degraded", "down"]),
      message: z.string(),
      responseMs: z.number().nullable(),
      steps: z.array(failureStep),
      body: keptBody.optional(),
    })
    .nullable()
    .meta({
      description:
        "The first check that failed for the latest reason, step by step, without secrets. Null where none has failed.",
    }),
});
export type LastChecks = z.output<typeof lastChecks>;

export const monitorType = z.object({
  type: z.string(),
  label: z.string(),
  hasResponseTime: z.boolean(),
  schema: z.record(z.string(), z.unknown()).meta({ description: "JSON Schema of config." }),
});
