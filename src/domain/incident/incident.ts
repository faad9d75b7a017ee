import type { Problem } from "../../lib/errors.ts";
import type { IncidentStatus } from "../../schema/incident_status.ts";

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
