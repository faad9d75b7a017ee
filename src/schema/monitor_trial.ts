import { z } from "zod";
import { checkFacts, flowStepResult } from "./check_facts.ts";
import { id, timestamp } from "./common.ts";
import { keptBody } from "./kept_body.ts";
import { placeResults } from "./location.ts";
import { CURRENT_STATUSES, monitorFields } from "./monitor.ts";

export const checkStep = z.object({
  ...flowStepResult.partial().shape,
  label: z.string(),
  status: z.string(),
  detail: z.string(),
  durationMs: z.number(),
});

export const checkResponse = z.object({
  status: z.enum(CURRENT_STATUSES),
  responseMs: z.number().nullable(),
  message: z.string(),
  checkedAt: timestamp,
  places: placeResults.optional(),
  ...checkFacts.shape,
});

export const checkNowQuery = z.object({
  from: z.enum(["home", "all"], { error: "Use home or all." }).default("home").meta({
    description: "`all`: also checks from each of the monitor's regions, even if the check is successful.",
  }),
});

export const monitorTest = z.object({
  type: z.string(),
  config: monitorFields.config.default({}),
  timeoutMs: monitorFields.timeoutMs.default(10_000),
  locations: monitorFields.locations
    .default([])
    .meta({ description: "Regions and agents to also test from, in parallel." }),
  agent: monitorFields.agent.default(null).meta({ description: "Key of the agent to run the test on." }),
  monitorId: id.optional(),
});
export type MonitorTest = z.output<typeof monitorTest>;

export const monitorTestResponse = z.object({
  ...checkFacts.shape,
  overall: z
    .enum(["up", "degraded", "down", "pending"])
    .meta({ description: "`pending`: the status is unknown; `message` has the reason." }),
  totalMs: z.number(),
  message: z.string(),
  certExpiresAt: timestamp.nullable(),
  steps: z.array(checkStep),
  body: keptBody.optional(),
  places: placeResults.optional(),
});
