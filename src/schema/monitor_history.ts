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
    .meta({ description: "`hours` before `to` by default; at most 90 days before it." }),
  to: queryTime.optional().meta({ description: "Default: now. Later times count as now." }),
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
          .meta({ description: "Why it failed, or from where; empty for one that is fine." }),
        places: placeResults.optional(),
      }),
    )
    .meta({ description: "In their order, of the last seven days." }),
  places: z
    .array(placeResult.extend({ at: timestamp }))
    .meta({ description: "The latest result of each location that ran a check in the last seven days." }),
  isOneMachine: z.boolean().meta({
    description: "Every place is the machine that this runs on: there is no platform with others.",
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
        "The first check that failed for the latest reason, step by step, without secrets. Null where none has failed.",
    }),
});
export type LastChecks = z.output<typeof lastChecks>;
