import { maintenanceStatus } from "../../../../src/domain/incident/maintenance.ts";
import type { Maintenance } from "../../../../src/schema/maintenance.ts";

const COURSE = ["not_started", "in_progress", "completed"] as const;

export function shownNow(window: Maintenance, now: number): Maintenance {
  if (!window.recurrence) return { ...window, status: statusNow(window, now) };
  const next = window.occurrences.find(({ endsAt }) => endsAt > now);
  if (!next) return { ...window, status: "completed" };
  const { startsAt, endsAt } = next;
  return { ...window, startsAt, endsAt, status: maintenanceStatus(next, now) };
}

export function windowsOf(window: Maintenance, now: number): Maintenance[] {
  if (!window.recurrence) return [window];
  return window.occurrences.map(({ startsAt, endsAt }) => {
    return { ...window, startsAt, endsAt, status: maintenanceStatus({ startsAt, endsAt }, now) };
  });
}

/** This clock ticks rarely: a window never goes back to before the server's status. */
function statusNow(window: Maintenance, now: number): Maintenance["status"] {
  const here = maintenanceStatus(window, now);
  return COURSE.indexOf(here) > COURSE.indexOf(window.status) ? here : window.status;
}
