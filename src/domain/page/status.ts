import { DAY_MS } from "../../lib/units.ts";
import type {
  PublicIncident,
  PublicMaintenance,
  PublicMonitor,
  PublicPage,
  PublicUptimeDay,
} from "../../schema/public_page.ts";
import { effectOn } from "../incident/incident.ts";
import type { CurrentStatus } from "../monitor/state.ts";
import {
  computeDailyUptime,
  type DayStart,
  type DayUptime,
  type Segment,
  type Span,
} from "../uptime/uptime.ts";

const GRACE_MS = 60_000;

interface Thresholds {
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

export type BarIncident = Pick<PublicIncident, "id" | "title" | "startedAt" | "resolvedAt"> & {
  components: readonly { id: number }[];
};

interface IncidentSpan extends Span {
  incident: { id: number; title: string };
}

interface BarParts extends Span {
  id: number;
  days: readonly DayStart[];
  segments: readonly Segment[];
  windows: readonly Span[];
  knownUntil: number;
  look: Thresholds;
  incidents: readonly IncidentSpan[];
}

interface MadeDays {
  of: string;
  days: readonly PublicUptimeDay[];
}

const MOST_KEPT = 1000;

/** Past days by monitor and range: they rarely change between requests. */
const madeDays = new Map<string, MadeDays>();

export function listBarDays(parts: BarParts): PublicUptimeDay[] {
  const { segments, to, windows, knownUntil, look, incidents } = parts;
  const today = parts.days.find(({ from }) => from + DAY_MS > to);
  const past = findPast(parts, today?.from ?? to);
  if (!today) return [...past];
  const found = computeDailyUptime(segments, { from: today.from, to, windows, knownUntil }, [today]);
  return [...past, ...toPublicDays(found, { look, incidents })];
}

export function toPublicDays(
  days: readonly DayUptime[],
  { look, incidents }: Pick<BarParts, "look" | "incidents">,
): PublicUptimeDay[] {
  return days.map((day) => ({
    date: day.date,
    uptime: day.uptime,
    status: dayStatus(day, look),
    incidents: incidentsOn(incidents, day.date),
  }));
}

export function makeSpanFinder(
  incidents: readonly BarIncident[],
  now: number,
): (monitorId: number) => IncidentSpan[] {
  const ofAll: IncidentSpan[] = [];
  const ofOne = new Map<number, IncidentSpan[]>();
  for (const { id, title, startedAt, resolvedAt, components } of incidents) {
    const to = resolvedAt === null ? now : Date.parse(resolvedAt);
    const span = { incident: { id, title }, from: Date.parse(startedAt), to };
    if (components.length === 0) ofAll.push(span);
    for (const component of components) {
      const own = ofOne.get(component.id);
      if (own) own.push(span);
      else ofOne.set(component.id, [span]);
    }
  }
  return (monitorId) =>
    [...(ofOne.get(monitorId) ?? []), ...ofAll].sort(
      (a, b) => b.from - a.from || b.incident.id - a.incident.id,
    );
}

function findPast({ id, look, from, ...parts }: BarParts, today: number): readonly PublicUptimeDay[] {
  const { uptimeThresholdUp, uptimeThresholdDegraded, uptimeThresholdPartial } = look;
  const segments = cutAt(
    parts.segments.map((row) => ({ ...row, to: row.to ?? parts.knownUntil, message: "" })),
    today,
  );
  const windows = cutAt(parts.windows, today);
  const incidents = cutAt(parts.incidents, today);
  const thresholds = [uptimeThresholdUp, uptimeThresholdDegraded, uptimeThresholdPartial];
  const of = JSON.stringify([from, segments, windows, incidents, thresholds]);
  const key = `${id} ${Math.round((today - from) / DAY_MS)}`;
  const known = madeDays.get(key);
  if (known?.of === of) return known.days;
  const found = computeDailyUptime(segments, { from, to: today, windows, knownUntil: today });
  const days = toPublicDays(found, { look, incidents });
  madeDays.delete(key);
  if (madeDays.size >= MOST_KEPT) madeDays.delete(madeDays.keys().next().value ?? "");
  madeDays.set(key, { of, days });
  return days;
}

function cutAt<T extends Span>(spans: readonly T[], at: number): T[] {
  return spans.filter(({ from }) => from < at).map((span) => ({ ...span, to: Math.min(span.to, at) }));
}

function incidentsOn(spans: readonly IncidentSpan[], date: string): { id: number; title: string }[] {
  if (spans.length === 0) return [];
  const from = Date.parse(date);
  const touching = spans.filter((span) => span.from < from + DAY_MS && span.to >= from);
  return touching.map(({ incident }) => incident);
}
