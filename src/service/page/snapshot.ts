import type { PageMonitorRow, PageRows, PageWindowRow } from "../../data/public_page.ts";
import { maintenanceStatus } from "../../domain/incident/maintenance.ts";
import type { IncidentWords } from "../../domain/incident/wording.ts";
import { closureOf } from "../../domain/monitor/dependencies.ts";
import { maxGapMs } from "../../domain/monitor/rule.ts";
import type { LiveStatus } from "../../domain/monitor/watch_item.ts";
import { BRANDING_COLORS, COLOR_NAMES } from "../../domain/page/branding_colors.ts";
import { EMPTY_LAYOUT, pruneLayout, withoutBuilderNames } from "../../domain/page/layout.ts";
import { offersOf } from "../../domain/page/offers.ts";
import {
  dayStatus,
  isInMaintenance,
  isStatusFresh,
  overallStatus,
  publicStatus,
} from "../../domain/page/status.ts";
import type { PageSnapshot } from "../../domain/page/view.ts";
import { knownUntil, withOpen } from "../../domain/uptime/history.ts";
import { makeChart, type RawResponse } from "../../domain/uptime/response_chart.ts";
import type { ResponseDay } from "../../domain/uptime/response_times.ts";
import { computeDailyUptime, computeUptime } from "../../domain/uptime/uptime.ts";
import { DAY_MS } from "../../lib/units.ts";
import { type Branding, branding } from "../../schema/branding.ts";
import type { ChartNode, LayoutTree } from "../../schema/layout.ts";
import { pageAccess } from "../../schema/page_access.ts";
import type {
  PublicChart,
  PublicIncident,
  PublicMaintenance,
  PublicMonitor,
  PublicPage,
} from "../../schema/public_page.ts";
import { subscriptionSettings } from "../../schema/subscription_settings.ts";
import { ACCESS } from "../access/page_access.ts";
import { SUBSCRIPTIONS } from "../subscriber/settings.ts";
import { BRANDING } from "./branding.ts";
import { LAYOUT, type StoredLayout } from "./layout.ts";

const BAR_DAYS = 30;

/** The settings that the page is made of. */
export const PAGE_SETTINGS = [LAYOUT, BRANDING, ACCESS, SUBSCRIPTIONS];

/** Everything a snapshot is made of. */
export interface PageParts {
  rows: PageRows;
  statuses: ReadonlyMap<number, LiveStatus>;
  raw: ReadonlyMap<number, readonly RawResponse[]>;
  days: ReadonlyMap<number, ReadonlyMap<number, ResponseDay>>;
  dependencies: readonly { monitorId: number; dependsOnId: number }[];
  incidents: readonly PublicIncident[];
  words: IncidentWords;
  publicUrl: string | null;
  readAt: number;
}

/** Where the bars begin: thirty days with today. */
export function barsFrom(now: number): number {
  return (Math.floor(now / DAY_MS) - BAR_DAYS + 1) * DAY_MS;
}

export function layoutOf({ settings, monitors }: Pick<PageRows, "settings" | "monitors">): LayoutTree {
  const stored = settings.get(LAYOUT) as StoredLayout | undefined;
  const there = new Set(monitors.map(({ id }) => id));
  return withoutBuilderNames(pruneLayout(stored?.tree ?? EMPTY_LAYOUT, (id) => there.has(id)));
}

export function chartsOf({ children }: LayoutTree): ChartNode[] {
  return children.filter((node) => node.type === "chart");
}

/** The page as these parts have it now. */
export function assemblePage(parts: PageParts, now: number): PageSnapshot {
  const { rows, incidents, publicUrl } = parts;
  const look = branding.parse(rows.settings.get(BRANDING) ?? {});
  const layout = layoutOf(rows);
  const maintenances = toMaintenances(parts, now);
  const monitors = rows.monitors.map((row) => toMonitor(parts, { row, look, maintenances, now }));
  const isPrivate = pageAccess.parse(rows.settings.get(ACCESS) ?? {}).private;
  const settings = subscriptionSettings.parse(rows.settings.get(SUBSCRIPTIONS) ?? {});
  const offers = offersOf(settings, isPrivate);
  return {
    isPrivate,
    subscriptionSettings: settings,
    locales: rows.locales,
    words: parts.words,
    gapMs: Object.fromEntries(rows.monitors.map((row) => [row.id, maxGapMs(row)])),
    page: {
      version: "",
      takenAt: iso(parts.readAt),
      site: { name: look.siteName, url: publicUrl, ...toBranding(look) },
      overall: {
        status: overallStatus({ monitors, incidents }),
        incidents: incidents.filter(({ status }) => status !== "resolved").length,
      },
      layout,
      monitors,
      incidents: [...incidents],
      maintenances,
      charts: Object.fromEntries(
        chartsOf(layout).flatMap((node) => {
          const row = rows.monitors.find(({ id }) => id === node.monitorId);
          return row ? [[node.id, toChart(parts, { row, node, now })]] : [];
        }),
      ),
      subscriptions: { enabled: settings.enabled, rss: offers.rss, api: offers.api },
    },
  };
}

function toMonitor(
  parts: PageParts,
  given: {
    row: PageMonitorRow;
    look: Branding;
    maintenances: readonly PublicMaintenance[];
    now: number;
  },
): PublicMonitor {
  const { row, look, maintenances, now } = given;
  const live = parts.statuses.get(row.id);
  const isFresh = isStatusFresh(live?.checkedAt ?? null, { gapMs: maxGapMs(row), now });
  const status = publicStatus(live?.current ?? "pending", { isPaused: row.isPaused, isFresh });
  const known = knownOf(row, { live, now });
  const range = { from: barsFrom(now), to: now, windows: spansOf(parts.rows.windows, row.id) };
  const segments = withOpen(row.segments, live?.open ?? null);
  const uptime = computeUptime(segments, { ...range, knownUntil: known });
  const days = computeDailyUptime(segments, { ...range, knownUntil: known });
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    status,
    since: status === "pending" || status === "paused" ? null : isoOrNull(live?.currentSince),
    checkedAt: isoOrNull(live?.checkedAt),
    responseMs: isFresh && !row.isPaused ? (live?.responseMs ?? null) : null,
    underMaintenance: isInMaintenance(row.id, { maintenances, now }),
    affectedBy: status === "affected" ? affectedBy(parts, row.id) : [],
    uptime: {
      percent: toPercent(uptime.uptime),
      days: days.map((day) => ({
        date: day.date,
        uptime: day.uptime,
        status: dayStatus(day, look),
        incidents: incidentsOn(parts.incidents, { date: day.date, monitorId: row.id, now }),
      })),
    },
  };
}

/** Names of those it depends on that are down; one that is not on the page is not named. */
function affectedBy({ rows, statuses, dependencies }: PageParts, id: number): string[] {
  const graph = new Map<number, number[]>();
  for (const { monitorId, dependsOnId } of dependencies)
    graph.set(monitorId, [...(graph.get(monitorId) ?? []), dependsOnId]);
  const closure = closureOf(graph, id);
  return rows.monitors
    .filter((row) => closure.has(row.id) && !row.isPaused && statuses.get(row.id)?.current === "down")
    .map(({ name }) => name);
}

function toChart(
  { rows, statuses, raw, days }: PageParts,
  { row, node, now }: { row: PageMonitorRow; node: ChartNode; now: number },
): PublicChart {
  const live = statuses.get(row.id);
  const source = {
    segments: withOpen(row.segments, live?.open ?? null),
    windows: spansOf(rows.windows, row.id),
    knownUntil: knownOf(row, { live, now }),
    raw: raw.get(row.id) ?? [],
    days: days.get(row.id) ?? new Map(),
  };
  const { buckets, uptime } = makeChart(source, { hours: node.hours, buckets: node.buckets, now });
  return {
    buckets: buckets.map(({ at, avg, p95, max, status }) => ({ at: iso(at), avg, p95, max, status })),
    uptime,
  };
}

function toMaintenances({ rows, publicUrl }: PageParts, now: number): PublicMaintenance[] {
  const names = new Map(rows.monitors.map(({ id, name }) => [id, name]));
  return rows.windows
    .filter(({ endsAt }) => endsAt > now)
    .map(({ id, name, description, startsAt, endsAt, updatedAt, allMonitors, monitorIds }) => ({
      isPublic: allMonitors || monitorIds.some((monitorId) => names.has(monitorId)),
      window: {
        id,
        name,
        description: description || null,
        status: maintenanceStatus({ startsAt, endsAt }, now),
        startsAt: iso(startsAt),
        endsAt: iso(endsAt),
        updatedAt: iso(updatedAt),
        url: `${publicUrl ?? ""}/maintenance/${id}`,
        components: allMonitors
          ? []
          : monitorIds.flatMap((monitorId) => {
              const own = names.get(monitorId);
              return own === undefined ? [] : [{ id: monitorId, name: own }];
            }),
      },
    }))
    .filter(({ isPublic }) => isPublic)
    .map(({ window }) => window);
}

/** What a visitor's page needs; colours and CSS only while they count. */
function toBranding(look: Branding): Omit<PublicPage["site"], "name" | "url"> {
  const { enabled, logoType, logoText, logoUrl, logoLightUrl, logoDarkUrl, faviconUrl } = look;
  const { showHero, showFooter, showProjectLink } = look;
  const { uptimeThresholdUp, uptimeThresholdDegraded, uptimeThresholdPartial } = look;
  return {
    enabled,
    logoType,
    logoText,
    logoUrl,
    logoLightUrl,
    logoDarkUrl,
    faviconUrl,
    colors: enabled
      ? Object.fromEntries(COLOR_NAMES.map((name) => [BRANDING_COLORS[name].variable, look[name]]))
      : {},
    showHero,
    showFooter,
    showProjectLink,
    uptimeThresholdUp,
    uptimeThresholdDegraded,
    uptimeThresholdPartial,
    customCss: enabled ? look.customCss : "",
  };
}

/** The incidents that touched a monitor on a day. */
export function incidentsOn(
  incidents: readonly PublicIncident[],
  { date, monitorId, now }: { date: string; monitorId: number; now: number },
): { id: number; title: string }[] {
  const from = Date.parse(date);
  return incidents
    .filter(
      ({ startedAt, resolvedAt, components }) =>
        Date.parse(startedAt) < from + DAY_MS &&
        (resolvedAt === null ? now : Date.parse(resolvedAt)) >= from &&
        (components.length === 0 || components.some(({ id }) => id === monitorId)),
    )
    .map(({ id, title }) => ({ id, title }));
}

function knownOf(row: PageMonitorRow, { live, now }: { live: LiveStatus | undefined; now: number }): number {
  // Without a word of its status an open state says nothing of today.
  if (!live) return 0;
  return knownUntil(live.checkedAt, { gapMs: maxGapMs(row), now });
}

function spansOf(windows: readonly PageWindowRow[], monitorId: number) {
  return windows
    .filter(({ allMonitors, monitorIds }) => allMonitors || monitorIds.includes(monitorId))
    .map(({ startsAt, endsAt }) => ({ from: startsAt, to: endsAt }));
}

/** As 99.982, without rounding up to a hundred. */
export function toPercent(uptime: number | null): number | null {
  return uptime === null ? null : Math.floor(uptime * 100_000) / 1000;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

function isoOrNull(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : iso(at);
}
