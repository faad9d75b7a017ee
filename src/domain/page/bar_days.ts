import { DAY_MS } from "../../lib/units.ts";
import type { PublicIncident, PublicUptimeDay } from "../../schema/public_page.ts";
import type { Segment } from "../uptime/history.ts";
import type { DayStart } from "../uptime/local_days.ts";
import type { Span } from "../uptime/spans.ts";
import { computeDailyUptime, type DayUptime } from "../uptime/uptime.ts";
import { dayStatus, type Thresholds } from "./status.ts";

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

export function incidentSpansOf(
  incidents: readonly PublicIncident[],
  { monitorId, now }: { monitorId: number; now: number },
): IncidentSpan[] {
  return incidents
    .filter(({ components }) => components.length === 0 || components.some(({ id }) => id === monitorId))
    .map(({ id, title, startedAt, resolvedAt }) => {
      const to = resolvedAt === null ? now : Date.parse(resolvedAt);
      return { incident: { id, title }, from: Date.parse(startedAt), to };
    });
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
