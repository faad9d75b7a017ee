import type { MaintenanceRow, StoredMaintenance } from "../../data/maintenance.ts";
import { maintenanceStatus } from "../../domain/incident/maintenance.ts";
import { type Exception, listSkipped, planOccurrences, type Series } from "../../domain/incident/series.ts";
import {
  DEFAULT_ANNOUNCE_HOURS,
  type Maintenance,
  type NewMaintenance,
  type Occurrence,
} from "../../schema/maintenance.ts";

export interface PlannedMaintenance extends Omit<NewMaintenance, "pageKeys"> {
  pageIds: number[] | null;
}

export interface MaintenancePlan extends PlannedMaintenance {
  exceptions: readonly Exception[];
}

const ONCE = { recurrence: null, timezone: "UTC", announceHours: DEFAULT_ANNOUNCE_HOURS, exceptions: [] };

export function planOf(row: Omit<MaintenanceRow, "id">): MaintenancePlan {
  const { name, description, locales, startsAt, endsAt, allMonitors, monitorIds, pageIds } = row;
  const { notifySubscribers } = row;
  const where = { allMonitors, monitorIds, pageIds };
  const own = { name, description, locales, startsAt, endsAt, ...where, notifySubscribers };
  return { ...own, ...(row.series ?? ONCE) };
}

export function rowOf({
  recurrence,
  timezone,
  announceHours,
  exceptions,
  monitorIds,
  ...row
}: MaintenancePlan): Omit<MaintenancePlan, keyof Series> & { series: Series | null } {
  return {
    ...row,
    monitorIds: monitorIds.toSorted((a, b) => a - b),
    series: recurrence && { recurrence, timezone, announceHours, exceptions },
  };
}

type MaintenanceView = Omit<Maintenance, "pageKeys" | "pages">;

export function toMaintenance(row: StoredMaintenance, now: number): MaintenanceView {
  const { exceptions: _, pageIds: __, ...plan } = planOf(row);
  const { id, version, series } = row;
  if (!series) {
    const status = maintenanceStatus(row, now);
    return { id, version, ...plan, status, occurrences: [], skipped: [] };
  }
  const occurrences = planOccurrences({ ...row, series }, now).map(
    ({ at, startsAt, endsAt, isMoved }): Occurrence => ({
      occurrenceAt: at,
      startsAt,
      endsAt,
      moved: isMoved,
    }),
  );
  const [next] = occurrences;
  const status = next ? maintenanceStatus(next, now) : "completed";
  return { id, version, ...plan, status, occurrences, skipped: listSkipped(series, now) };
}
