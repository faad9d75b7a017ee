export const INCIDENT_STATUSES = ["investigating", "identified", "monitoring", "resolved"] as const;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];

export const IMPACTS = ["minor", "major", "critical"] as const;
export type Impact = (typeof IMPACTS)[number];

export const PUBLIC_EVENT_TYPES = [
  "incident.created",
  "incident.updated",
  "incident.resolved",
  "maintenance.scheduled",
] as const;
export type PublicEventType = (typeof PUBLIC_EVENT_TYPES)[number];

export const LONGEST_TITLE = 200;
export const LONGEST_BODY = 20_000;
