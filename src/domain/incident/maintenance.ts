import type { Problem } from "../../lib/errors.ts";

interface Window {
  startsAt: number;
  endsAt: number;
  allMonitors: boolean;
  monitorIds: readonly number[];
}

export function maintenanceStatus(
  { startsAt, endsAt }: Pick<Window, "startsAt" | "endsAt">,
  now: number,
): "not_started" | "in_progress" | "completed" {
  if (now < startsAt) return "not_started";
  return now < endsAt ? "in_progress" : "completed";
}

export function findWindowProblem({ startsAt, endsAt, allMonitors, monitorIds }: Window): Problem | null {
  if (endsAt <= startsAt) return { path: "endsAt", message: "The end must be after the start." };
  if (!allMonitors && monitorIds.length === 0) {
    return {
      path: "monitorIds",
      message: "Choose at least one monitor, or all current and future monitors.",
    };
  }
  return null;
}
