import { maintenanceStatus } from "../../../../src/domain/incident/maintenance.ts";
import type { Maintenance } from "../../../../src/schema/maintenance.ts";

const COURSE = ["not_started", "in_progress", "completed"] as const;

/** As it stands now: of one that recurs the occurrence that runs or comes next. */
export function shownNow(window: Maintenance, now: number): Maintenance {
  if (!window.recurrence) return { ...window, status: statusNow(window, now) };
  const next = window.occurrences.find(({ endsAt }) => endsAt > now);
  if (!next) return { ...window, status: "completed" };
  const { startsAt, endsAt } = next;
  return { ...window, startsAt, endsAt, status: maintenanceStatus(next, now) };
}

/** The windows that it takes place as, as far ahead as is known. */
export function windowsOf(window: Maintenance, now: number): Maintenance[] {
  if (!window.recurrence) return [window];
  return window.occurrences.map(({ startsAt, endsAt }) => {
    return { ...window, startsAt, endsAt, status: maintenanceStatus({ startsAt, endsAt }, now) };
  });
}

/** The clock here ticks only now and then: a window never goes back behind what the server said. */
function statusNow(window: Maintenance, now: number): Maintenance["status"] {
  const here = maintenanceStatus(window, now);
  return COURSE.indexOf(here) > COURSE.indexOf(window.status) ? here : window.status;
}
