import type { Problem } from "../../lib/errors.ts";
import { HOUR_MS } from "../../lib/units.ts";
import type { ComponentStatus, Impact, IncidentStatus } from "../../schema/incident_status.ts";
import { DEFAULT_PAGE_ID } from "../page/site.ts";

interface Times {
  status: IncidentStatus;
  startedAt: number;
  resolvedAt: number | null;
}

const CLOCK_SKEW_MS = 60_000;

export function findTimesProblem({ status, startedAt, resolvedAt }: Times, now: number): Problem | null {
  if (startedAt > now + CLOCK_SKEW_MS) {
    return {
      path: "startedAt",
      message: "An incident can't start in the future: schedule maintenance instead.",
    };
  }
  if (status !== "resolved" && resolvedAt !== null) {
    return {
      path: "resolvedAt",
      message: "This incident is open: post a resolved update to end it.",
    };
  }
  if (status === "resolved" && resolvedAt === null) {
    return {
      path: "resolvedAt",
      message: "This incident is resolved: post an update with another status to reopen it.",
    };
  }
  if (resolvedAt === null) return null;
  if (resolvedAt < startedAt) return { path: "resolvedAt", message: "The end can't be before the start." };
  if (resolvedAt > Math.max(now + CLOCK_SKEW_MS, startedAt)) {
    return { path: "resolvedAt", message: "The end can't be in the future." };
  }
  return null;
}

export function findPlanProblem(publishAt: number | null, now: number): Problem | null {
  if (publishAt !== null && publishAt > now) return null;
  const message = "Choose a future time, or none to post the update now.";
  return { path: "publishAt", message };
}

interface AutoIncidentRule {
  autoIncidentMinutes: number | null;
  autoIncidentMode: "draft" | "published";
  autoIncidentTemplateId: number | null;
}

const OFF: AutoIncidentRule = {
  autoIncidentMinutes: null,
  autoIncidentMode: "draft",
  autoIncidentTemplateId: null,
};

/** Publishing, or wording of what is published, needs more than monitors:write. */
export function needsIncidentsWrite(before: AutoIncidentRule | null, after: AutoIncidentRule): boolean {
  const { autoIncidentMinutes, autoIncidentMode, autoIncidentTemplateId } = before ?? OFF;
  if (after.autoIncidentTemplateId !== autoIncidentTemplateId) return true;
  if (after.autoIncidentMode === "draft") return false;
  const isSwitchedOn = autoIncidentMinutes === null && after.autoIncidentMinutes !== null;
  return autoIncidentMode !== "published" || isSwitchedOn;
}

export function parseEventId(text: string): { monitorId: number; sequence: number } | null {
  const match = /^(\d+):(\d+)(?::|$)/.exec(text);
  return match ? { monitorId: Number(match[1]), sequence: Number(match[2]) } : null;
}

export type Said = Readonly<Record<string, ComponentStatus>>;

interface Named {
  id: number;
  name: string;
}

/** A deleted monitor of an incident. Those deleted before there were several pages were on the default page. */
export interface FormerComponent extends Named {
  pageIds?: number[];
}

export function formerOn(pageId: number, former: readonly FormerComponent[]): Named[] {
  return former
    .filter(({ pageIds = [DEFAULT_PAGE_ID] }) => pageIds.includes(pageId))
    .map(({ id, name }) => ({ id, name }));
}

interface SaidComponent extends Named {
  status: ComponentStatus;
}

export interface AffectedComponent extends Named {
  status?: ComponentStatus | undefined;
}

interface ComponentWord {
  monitorId: number;
  status: ComponentStatus;
}

export function toSaid(components: readonly ComponentWord[]): Said {
  return Object.fromEntries(components.map(({ monitorId, status }) => [monitorId, status]));
}

export function listSaid(said: Said, monitorIds: readonly number[]): ComponentWord[] {
  return monitorIds
    .toSorted((a, b) => a - b)
    .flatMap((monitorId) => {
      const status = statusIn(said, monitorId);
      return status ? [{ monitorId, status }] : [];
    });
}

export function withStatuses(
  components: readonly Named[],
  said: Said,
  status: IncidentStatus,
): AffectedComponent[] {
  return components.map(({ id, name }) => {
    const word = statusIn(said, id);
    return word && status !== "resolved" ? { id, name, status: word } : { id, name };
  });
}

export function saidOf(components: readonly Named[], said: Said): SaidComponent[] {
  return components.flatMap(({ id, name }) => {
    const status = statusIn(said, id);
    return status ? [{ id, name, status }] : [];
  });
}

export function effectOn(
  { impact, components }: { impact: Impact; components: readonly AffectedComponent[] },
  id: number,
): ComponentStatus | null {
  const own = components.find((component) => component.id === id);
  if (!own) return null;
  return own.status ?? (impact === "minor" ? "degraded_performance" : "major_outage");
}

function statusIn(said: Said, id: number): ComponentStatus | undefined {
  return Object.hasOwn(said, String(id)) ? said[String(id)] : undefined;
}

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
