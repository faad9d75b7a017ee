import { z } from "zod";
import { id, timestamp } from "./common.ts";
import { healthPart } from "./health_part.ts";
import { mirrorStatus } from "./mirror.ts";

const count = z.int().min(0);

const release = z
  .object({
    version: z.string(),
    url: z.string().nullable().meta({ description: "The release notes: an http or https URL." }),
    publishedAt: timestamp.nullable(),
  })
  .meta({ id: "Release" });

export const updateStatus = z.object({
  enabled: z.boolean().meta({ description: "The check for new releases, every six hours." }),
  checkedAt: timestamp.nullable(),
  newer: release.nullable().meta({ description: "The latest release, if newer than the running version." }),
  error: z.string().nullable().meta({ description: "Why the last check failed." }),
  command: z.string().meta({ description: "The commands that install the new release." }),
});
export type UpdateStatus = z.output<typeof updateStatus>;

const queue = z.object({
  name: z.enum(["deliveries", "actionRuns", "subscriberDeliveries", "subscriberEvents", "subscriberMails"]),
  waiting: count.meta({ description: "Due and not yet done. Counted up to 1,000." }),
  oldestDueAt: timestamp.nullable(),
});

const backupHealth = z.object({
  schedule: z.enum(["off", "daily", "weekly"]),
  lastSuccessAt: timestamp.nullable(),
  lastError: z.string().nullable(),
});
export type BackupHealth = z.output<typeof backupHealth>;

const storage = z.object({
  bytes: count.nullable(),
  limits: z
    .object({ free: count, paid: count })
    .meta({ description: "Maximum bytes per database, by plan." }),
  rows: z.array(
    z.object({
      table: z.string(),
      about: count.meta({ description: "An upper estimate from the number of rows." }),
    }),
  ),
});

const USAGE_FIGURES = [
  "workersRequests",
  "objectRequests",
  "objectRowsWritten",
  "databaseRowsRead",
  "databaseRowsWritten",
  "queueOperations",
] as const;
export type UsageFigureId = (typeof USAGE_FIGURES)[number];

const usage = z.object({
  since: timestamp.meta({ description: "The start of the day, in UTC." }),
  resetsAt: timestamp,
  figures: z.array(
    z.object({
      id: z.enum(USAGE_FIGURES),
      used: count.meta({ description: "Estimated usage today." }),
      byMidnight: count,
      freeLimit: count.meta({ description: "The free plan's daily limit." }),
    }),
  ),
  measured: z
    .object({ checks: count, requests: count, rowsWritten: count, databaseRowsWritten: count })
    .meta({ description: "The sum of all watches' counts since they started." }),
  leavesOut: z.string(),
});

export const systemHealth = z.object({
  version: z.string().meta({ description: "The running version." }),
  readAt: timestamp,
  parts: z.array(healthPart).meta({ description: "Worst first." }),
  database: z.object({ ok: z.boolean(), ms: z.number() }),
  cron: z.object({ lastRunAt: timestamp.nullable() }),
  watches: z.array(
    z.object({
      watch: z.int(),
      ok: z.boolean(),
      monitors: z.int(),
      waiting: z.int().meta({ description: "Changes not yet saved to the database." }),
      alarmAt: timestamp.nullable(),
      lastTickAt: timestamp.nullable(),
      cost: z
        .object({ checks: z.int(), requests: z.int(), rowsWritten: z.int(), databaseRowsWritten: z.int() })
        .nullable()
        .meta({ description: "Billable operations since the watch's object started." }),
    }),
  ),
  queues: z.array(queue),
  outboxes: z.object({
    watches: count.meta({ description: "Changes in watches not yet saved to the database." }),
    channels: count.meta({ description: "Decisions in channel objects not yet saved to the database." }),
    untakenEvents: count.meta({ description: "Events not yet accepted by all their channels." }),
    oldestUntakenAt: timestamp.nullable(),
  }),
  failingChannels: z.array(
    z.object({
      id,
      name: z.string(),
      type: z.string(),
      lastError: z.string().nullable(),
      failedAt: timestamp,
    }),
  ),
  mail: z.object({
    configured: z.boolean(),
    accountMailProblem: z.string().nullable().meta({
      description:
        "Why password links and invitations are on hold, if anyone but an administrator changed the settings.",
    }),
    lastFailedAt: timestamp
      .nullable()
      .meta({ description: "When the last email failed. Null if it didn't." }),
    lastError: z.string().nullable(),
  }),
  mirror: mirrorStatus,
  backup: backupHealth.nullable().meta({ description: "Null if the database doesn't respond." }),
  update: updateStatus,
  storage,
  usage: usage.nullable().meta({ description: "Null if no plan limits apply." }),
  monitors: z.object({
    total: z.int(),
    paused: z.int(),
    overdue: z.array(z.object({ id, name: z.string(), lastCheckedAt: timestamp.nullable() })),
  }),
});
export type SystemHealth = z.output<typeof systemHealth>;
