export const INCIDENT_STATUSES = ["investigating", "identified", "monitoring", "resolved"] as const;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];

export const IMPACTS = ["minor", "major", "critical"] as const;
export type Impact = (typeof IMPACTS)[number];

export const COMPONENT_STATUSES = [
  "operational",
  "degraded_performance",
  "partial_outage",
  "major_outage",
] as const;
export type ComponentStatus = (typeof COMPONENT_STATUSES)[number];

export const PUBLIC_EVENT_TYPES = [
  "incident.created",
  "incident.updated",
  "incident.resolved",
  "maintenance.scheduled",
  "maintenance.started",
  "maintenance.completed",
] as const;
export type PublicEventType = (typeof PUBLIC_EVENT_TYPES)[number];

export const MAINTENANCE_EVENT_TYPES = [
  "maintenance.scheduled",
  "maintenance.started",
  "maintenance.completed",
] as const satisfies readonly PublicEventType[];
export type MaintenanceEventType = (typeof MAINTENANCE_EVENT_TYPES)[number];

export const USUAL_EVENT_TYPES = PUBLIC_EVENT_TYPES.filter(
  (type) => type !== "maintenance.started" && type !== "maintenance.completed",
);

export const NOTIFIED_EVENT_TYPES = [...PUBLIC_EVENT_TYPES, "incident.postmortem"] as const;
export type NotifiedEventType = (typeof NOTIFIED_EVENT_TYPES)[number];

export const LONGEST_TITLE = 200;
export const LONGEST_BODY = 20_000;
