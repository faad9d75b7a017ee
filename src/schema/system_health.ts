import { z } from "zod";
import { id, timestamp } from "./common.ts";
import { healthPart } from "./health_part.ts";
import { mirrorStatus } from "./mirror.ts";

const count = z.int().min(0);

const release = z
  .object({
    version: z.string(),
    url: z.string().nullable().meta({ description: "Its change notes: an http or https address." }),
    publishedAt: timestamp.nullable(),
  })
  .meta({ id: "Release" });

export const updateStatus = z.object({
  enabled: z.boolean().meta({ description: "Newer releases are looked for every six hours." }),
  checkedAt: timestamp.nullable(),
  newer: release.nullable().meta({ description: "The newest release, where it is newer than what runs." }),
  error: z.string().nullable().meta({ description: "Why the last look has failed." }),
  command: z.string().meta({ description: "What brings a newer release." }),
});
export type UpdateStatus = z.output<typeof updateStatus>;

const queue = z.object({
  name: z.enum(["deliveries", "actionRuns", "subscriberDeliveries", "subscriberEvents", "subscriberMails"]),
  waiting: count.meta({ description: "What is due and not done; no more than 1,000 are counted." }),
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
  limits: z.object({ free: count, paid: count }).meta({ description: "Bytes of one database, by plan." }),
  rows: z.array(
    z.object({
      table: z.string(),
      about: count.meta({ description: "Estimated from the numbers of its rows: at most so many." }),
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
  since: timestamp.meta({ description: "The beginning of the day, by universal time." }),
  resetsAt: timestamp,
  figures: z.array(
    z.object({
      id: z.enum(USAGE_FIGURES),
      used: count.meta({ description: "Today, estimated." }),
      byMidnight: count,
      freeLimit: count.meta({ description: "What the free plan allows a day." }),
    }),
  ),
  measured: z
    .object({ checks: count, requests: count, rowsWritten: count, databaseRowsWritten: count })
    .meta({ description: "The sum of what the watches have counted since their objects began." }),
  leavesOut: z.string(),
});

export const systemHealth = z.object({
  version: z.string().meta({ description: "What runs." }),
  readAt: timestamp,
  parts: z.array(healthPart).meta({ description: "The worst first." }),
  database: z.object({ ok: z.boolean(), ms: z.number() }),
  cron: z.object({ lastRunAt: timestamp.nullable() }),
  watches: z.array(
    z.object({
      watch: z.int(),
      ok: z.boolean(),
      monitors: z.int(),
      waiting: z.int().meta({ description: "Changes that the database has not taken yet." }),
      alarmAt: timestamp.nullable(),
      lastTickAt: timestamp.nullable(),
      cost: z
        .object({ checks: z.int(), requests: z.int(), rowsWritten: z.int(), databaseRowsWritten: z.int() })
        .nullable()
        .meta({ description: "What was paid for since the watch's object began." }),
    }),
  ),
  queues: z.array(queue),
  outboxes: z.object({
    watches: count.meta({ description: "Changes in watches that the database has not taken yet." }),
    channels: count.meta({ description: "Decisions in the objects of channels, likewise." }),
    untakenEvents: count.meta({ description: "Events that not every channel of theirs has taken." }),
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
        "Why password links and invitations are not sent, where others than administrators changed the settings.",
    }),
    lastFailedAt: timestamp
      .nullable()
      .meta({ description: "When the last email failed; null if it didn't." }),
    lastError: z.string().nullable(),
  }),
  mirror: mirrorStatus,
  backup: backupHealth.nullable().meta({ description: "Null if the database doesn't respond." }),
  update: updateStatus,
  storage,
  usage: usage.nullable().meta({ description: "Null where no plan's limits apply." }),
  monitors: z.object({
    total: z.int(),
    paused: z.int(),
    overdue: z.array(z.object({ id, name: z.string(), lastCheckedAt: timestamp.nullable() })),
  }),
});
export type SystemHealth = z.output<typeof systemHealth>;
