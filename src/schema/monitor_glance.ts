import { z } from "zod";
import { id, queryIds } from "./common.ts";
import { GLANCE_CHECKS, GLANCE_DAYS, MOST_GLANCES } from "./glance_limits.ts";
import { lastChecks } from "./monitor_history.ts";

export const glanceQuery = z.object({
  ids: queryIds.refine((ids) => ids.length <= MOST_GLANCES, `Use at most ${MOST_GLANCES} ids.`),
});

export const monitorGlance = z.object({
  id,
  uptime: z
    .number()
    .nullable()
    .meta({
      description: `Share of the time up or degraded in the last ${GLANCE_DAYS} days, out of the time with a known state, 0 to 1.`,
    }),
  checks: lastChecks.shape.checks.meta({
    description: `The last ${GLANCE_CHECKS}, oldest first. Fewer if they are too old.`,
  }),
});
export type MonitorGlance = z.output<typeof monitorGlance>;
