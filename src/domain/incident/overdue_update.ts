import { HOUR_MS } from "../../lib/units.ts";
import type { IncidentStatus } from "../../schema/incident_status.ts";

interface RemindedIncident {
  status: IncidentStatus;
  draft: boolean;
  nagHours: number | null;
  publishedAt: number | null;
  createdAt: number;
  updates: readonly { postedAt: number; publishAt: number | null }[];
}

export function overdueAtOf(incident: RemindedIncident): number | null {
  const { status, draft, nagHours, publishedAt, createdAt, updates } = incident;
  if (nagHours === null || draft || status === "resolved") return null;
  const posted = updates.filter(({ publishAt }) => publishAt === null).map(({ postedAt }) => postedAt);
  return Math.max(publishedAt ?? createdAt, ...posted) + nagHours * HOUR_MS;
}

export function isReminderDue(
  incident: RemindedIncident & { naggedAt: number | null },
  now: number,
): boolean {
  const overdueAt = overdueAtOf(incident);
  if (overdueAt === null || incident.nagHours === null || now < overdueAt) return false;
  return now >= (incident.naggedAt ?? 0) + incident.nagHours * HOUR_MS;
}

export function spanOf(incident: RemindedIncident, now: number): number {
  const overdueAt = overdueAtOf(incident);
  if (overdueAt === null || incident.nagHours === null) return now;
  return now - ((now - overdueAt) % (incident.nagHours * HOUR_MS));
}
