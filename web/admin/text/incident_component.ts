import type { ComponentStatus } from "../../../src/schema/incident_status.ts";

export const text = {
  title: "Status of each monitor",
  hint: "Overrides the status set by the impact, until you change it in another update.",
  byImpact: (status: string) => `${status} (from impact)`,
  asBefore: (status: string) => `${status} (unchanged)`,
  statuses: {
    operational: "Operational",
    degraded_performance: "Degraded performance",
    partial_outage: "Partial outage",
    major_outage: "Major outage",
  } satisfies Record<ComponentStatus, string>,
  said: (monitor: string, status: string) => `${monitor}: ${status}`,
} as const;
