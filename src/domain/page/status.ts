import type {
  PublicIncident,
  PublicMaintenance,
  PublicMonitor,
  PublicPage,
  PublicUptimeDay,
} from "../../schema/public_page.ts";
import { effectOn } from "../incident/component.ts";
import type { CurrentStatus } from "../monitor/state.ts";
import type { DayUptime } from "../uptime/uptime.ts";

const GRACE_MS = 60_000;

export interface Thresholds {
  uptimeThresholdUp: number;
  uptimeThresholdDegraded: number;
  uptimeThresholdPartial: number;
}

type Overall = PublicPage["overall"]["status"];
const SEVERITY = ["operational", "degraded", "partial_outage", "major_outage"] as const;
type Severity = (typeof SEVERITY)[number];

/** Past twice the interval plus a minute, the status is unknown. */
export function freshUntil(checkedAt: number, gapMs: number): number {
  return checkedAt + gapMs + GRACE_MS;
}

export function isStatusFresh(
  checkedAt: number | null,
  { gapMs, now }: { gapMs: number; now: number },
): boolean {
  return checkedAt !== null && now <= freshUntil(checkedAt, gapMs);
}

export function publicStatus(
  current: CurrentStatus,
  { isPaused, isFresh }: { isPaused: boolean; isFresh: boolean },
): PublicMonitor["status"] {
  if (isPaused) return "paused";
  return isFresh ? current : "pending";
}

/** A window without components covers the whole page. */
export function isInMaintenance(
  monitorId: number,
  { maintenances, now }: { maintenances: readonly PublicMaintenance[]; now: number },
): boolean {
  return maintenances.some(
    ({ startsAt, endsAt, components }) =>
      Date.parse(startsAt) <= now &&
      now < Date.parse(endsAt) &&
      (components.length === 0 || components.some(({ id }) => id === monitorId)),
  );
}

export function dayStatus(
  { uptime, seconds }: Pick<DayUptime, "uptime" | "seconds">,
  thresholds: Thresholds,
): PublicUptimeDay["status"] {
  if (uptime === null) return seconds.maintenance > 0 ? "maintenance" : "none";
  const percent = uptime * 100;
  if (percent >= thresholds.uptimeThresholdUp) return "operational";
  if (percent >= thresholds.uptimeThresholdDegraded) return "degraded";
  return percent >= thresholds.uptimeThresholdPartial ? "partial" : "down";
}

/**
 * The worst of open incidents and monitor statuses; maintenance only if nothing is wrong. Paused monitors and
 * those in maintenance count through incidents only; the rest must be known to be up.
 */
export function overallStatus({
  monitors,
  incidents,
  maintenances,
}: {
  monitors: readonly Pick<PublicMonitor, "id" | "status" | "underMaintenance">[];
  incidents: readonly Pick<PublicIncident, "status" | "impact" | "components">[];
  maintenances: readonly Pick<PublicMaintenance, "status">[];
}): Overall {
  const open = incidents.filter(({ status }) => status !== "resolved");
  const counted = monitors.filter(({ status, underMaintenance }) => status !== "paused" && !underMaintenance);
  const severities = monitors.flatMap((monitor) => {
    const reported = open.flatMap((incident) => componentSeverity(effectOn(incident, monitor.id)));
    const found = counted.includes(monitor) ? [severityOf(monitor.status), ...reported] : reported;
    return found.length > 0 ? [worstOf(SEVERITY, found)] : [];
  });
  const found = worstOf(SEVERITY, [
    foldOutages(SEVERITY, severities),
    ...open.map((incident) => ownSeverity(incident, monitors)),
  ]);
  if (found !== "operational") return found;
  const isAnnounced = monitors.some(
    ({ status, underMaintenance }) => underMaintenance && status !== "paused",
  );
  if (isAnnounced || maintenances.some(({ status }) => status === "in_progress")) return "under_maintenance";
  const isUnknown = counted.length === 0 || counted.some(({ status }) => status === "pending");
  return isUnknown && monitors.length > 0 ? "pending" : "operational";
}

export function wordOfOverall({ overall, monitors }: Pick<PublicPage, "overall" | "monitors">): string {
  const isOld = monitors.some(({ status, checkedAt }) => status === "pending" && checkedAt !== null);
  return overall.status === "pending" && isOld ? "overall.unknown" : `overall.${overall.status}`;
}

function severityOf(status: PublicMonitor["status"]): Severity {
  if (status === "down" || status === "affected") return "major_outage";
  return status === "degraded" ? "degraded" : "operational";
}

function componentSeverity(effect: ReturnType<typeof effectOn>): Severity[] {
  if (effect === null) return [];
  return [effect === "degraded_performance" ? "degraded" : effect];
}

function ownSeverity(
  { impact, components }: Pick<PublicIncident, "impact" | "components">,
  monitors: readonly Pick<PublicMonitor, "id">[],
): Severity {
  if (components.some(({ id }) => monitors.some((monitor) => monitor.id === id))) return "degraded";
  return ({ minor: "degraded", major: "partial_outage", critical: "major_outage" } as const)[impact];
}

type Outage = "partial_outage" | "major_outage";

export function worstOf<Status>(order: readonly Status[], found: readonly Status[]): Status {
  return order[Math.max(0, ...found.map((status) => order.indexOf(status)))]!;
}

export function foldOutages<Status extends string>(
  order: readonly (Status | Outage)[],
  parts: readonly (Status | Outage)[],
): Status | Outage {
  const found = worstOf(order, parts);
  if (found !== "major_outage") return found;
  return parts.every((part) => part === "major_outage") ? "major_outage" : "partial_outage";
}
