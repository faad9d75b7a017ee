import { z } from "zod";
import { queryInteger, queryTime, timestamp } from "./common.ts";
import { keptBody } from "./kept_body.ts";
import { wholeNumber } from "./limits.ts";
import { placeResult, placeResults } from "./location.ts";
import { checkStep } from "./monitor_trial.ts";

export const historyQuery = z.object({
  hours: queryInteger.pipe(wholeNumber(1, 2160, "hours")).default(24),
  buckets: queryInteger.pipe(wholeNumber(1, 200, "buckets")).default(30),
  from: queryTime
    .optional()
    .meta({ description: "Default: `hours` before `to`. At most 90 days before `to`." }),
  to: queryTime.optional().meta({ description: "Default: now. Later times are treated as now." }),
});
export type HistoryQuery = z.output<typeof historyQuery>;

export const history = z.object({
  buckets: z.array(
    z.object({
      at: timestamp,
      avg: z.number().nullable(),
      p50: z.number().nullable(),
      p95: z.number().nullable(),
      p99: z.number().nullable(),
      max: z.number().nullable(),
      count: z.int(),
      status: z.enum(["up", "degraded", "down", "affected"]).nullable(),
    }),
  ),
  uptime: z
    .number()
    .nullable()
    .meta({ description: "Share of the time up, out of the time with a known state, 0 to 1." }),
});

export const timelineQuery = z.object({
  from: queryInteger.pipe(z.int().min(0)).optional(),
  to: queryInteger.pipe(z.int().min(0)).optional(),
});

export const timeline = z.array(
  z.object({ state: z.string(), from: timestamp, to: timestamp.nullable(), message: z.string() }),
);

export const lastChecksQuery = z.object({
  limit: queryInteger.pipe(wholeNumber(1, 200, "checks")).default(50),
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
          .meta({ description: "Why it failed, or from where. Empty for a successful check." }),
        places: placeResults.optional(),
      }),
    )
    .meta({ description: "Checks of the last seven days, oldest first." }),
  places: z
    .array(placeResult.extend({ at: timestamp }))
    .meta({ description: "The latest result from each region in the last seven days." }),
  isOneMachine: z.boolean().meta({
    description: "This instance is self-hosted, so every region checks from the same machine.",
  }),
  failure: z
    .object({
      at: timestamp,
      status: z.enum(["degraded", "down"]),
      message: z.string(),
      responseMs: z.number().nullable(),
      steps: z.array(checkStep),
      body: keptBody.optional(),
    })
    .nullable()
    .meta({
      description:
        "The first check that failed for the latest reason, step by step, without secrets. Null if none has failed.",
    }),
});
export type LastChecks = z.output<typeof lastChecks>;
