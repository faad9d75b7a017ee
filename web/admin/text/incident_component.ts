import type { ComponentStatus } from "../../../src/schema/incident_status.ts";

export const text = {
  title: "What it does to each monitor",
  hint: "In place of what the impact means by default. It holds until the next update says something else.",
  byImpact: (status: string) => `${status}, by the impact`,
  asBefore: (status: string) => `${status}, as before`,
  statuses: {
    operational: "Operational",
    degraded_performance: "Degraded performance",
    partial_outage: "Partial outage",
    major_outage: "Major outage",
  } satisfies Record<ComponentStatus, string>,
  said: (monitor: string, status: string) => `${monitor}: ${status}`,
} as const;
