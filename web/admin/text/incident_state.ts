import type { Incident } from "../../../src/schema/incident.ts";

export const text = {
  statuses: {
    investigating: "Investigating",
    identified: "Identified",
    monitoring: "Monitoring",
    resolved: "Resolved",
  } satisfies Record<Incident["status"], string>,
  draft: "Draft",
} as const;
