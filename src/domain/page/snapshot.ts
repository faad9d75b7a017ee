import { HOUR_MS } from "../../lib/units.ts";
import type { Branding } from "../../schema/branding.ts";
import { BRANDING_COLORS, type BrandingColor, COLOR_NAMES } from "../../schema/branding_colors.ts";
import type { ChartNode, LayoutTree } from "../../schema/layout.ts";
import type {
  PublicChart,
  PublicFault,
  PublicIncident,
  PublicMaintenance,
  PublicMonitor,
  PublicPage,
} from "../../schema/public_page.ts";
import type { SubscriptionSettings } from "../../schema/subscription_settings.ts";
import { maintenanceStatus } from "../incident/maintenance.ts";
import type { WordedWindow } from "../incident/window_words.ts";
import type { IncidentWords } from "../incident/wording.ts";
import { maxGapMs } from "../monitor/rule.ts";
import type { LiveStatus } from "../monitor/watch_item.ts";
import { makeChart, type RawResponse } from "../uptime/response_chart.ts";
import type { ResponseDay } from "../uptime/response_times.ts";
import { barsFrom, computeUptime, knownUntil, lastDays, withOpen } from "../uptime/uptime.ts";
import { shadesOf } from "./brand_color.ts";
import { pruneLayout, publicLayout } from "./layout.ts";
import type { PageMonitorRow, PageRows, PageWindowRow } from "./page_rows.ts";
import { toPublicRecurrence } from "./recurrence.ts";
import {
  type BarIncident,
  isInMaintenance,
  isStatusFresh,
  listBarDays,
  makeSpanFinder,
  overallStatus,
  publicStatus,
} from "./status.ts";
import { offersOf, type PageSnapshot } from "./view.ts";

export interface PageSettings {
  tree: LayoutTree;
  branding: Branding;
  isPrivate: boolean;
  unlockStamp: string | null;
  subscriptions: SubscriptionSettings;
}

export interface PageParts {
  rows: Omit<PageRows, "settings">;
  settings: PageSettings;
  statuses: ReadonlyMap<number, LiveStatus>;
  raw: ReadonlyMap<number, readonly RawResponse[]>;
  days: ReadonlyMap<number, ReadonlyMap<number, ResponseDay>>;
  incidents: readonly PublicIncident[];
  barIncidents: readonly BarIncident[];
  words: IncidentWords;
  pageId: number;
  publicUrl: string | null;
  readAt: number;
  fault: PublicFault | null;
  typeLabelOf: (monitor: Pick<PageMonitorRow, "type" | "isPlain">) => string;
}

export function layoutOf({ settings, rows }: Pick<PageParts, "settings" | "rows">): LayoutTree {
  const there = new Set(rows.monitors.map(({ id }) => id));
  return publicLayout(pruneLayout(settings.tree, (id) => there.has(id)));
}

export function chartsOf({ children }: LayoutTree): ChartNode[] {
  return children.filter((node) => node.type === "chart");
}

export function assemblePage(parts: PageParts, now: number): PageSnapshot {
  const { rows, incidents, publicUrl } = parts;
  const { branding: look, isPrivate, unlockStamp, subscriptions } = parts.settings;
  const layout = layoutOf(parts);
  const maintenances = toMaintenances(parts, now);
  const given = { look, maintenances, incidentsOf: makeSpanFinder(parts.barIncidents, now), now };
  const monitors = rows.monitors.map((row) => toMonitor(parts, { ...given, row }));
  const offers = offersOf(subscriptions, isPrivate);
  return {
    isPrivate,
    // Left out of copies of pages without a password, which stay as they were.
    ...(unlockStamp !== null && { unlockStamp }),
    subscriptionSettings: subscriptions,
    locales: rows.locales,
    words: parts.words,
    gapMs: Object.fromEntries(rows.monitors.map((row) => [row.id, maxGapMs(row)])),
    maintainedIds: listMaintainedIds(parts.statuses),
    page: {
      version: "",
      takenAt: iso(parts.readAt),
      ...(parts.fault && { fault: parts.fault }),
      site: { name: look.siteName, url: publicUrl, ...toBranding(look) },
      overall: {
        status: overallStatus({ monitors, incidents, maintenances }),
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
      subscriptions: { enabled: subscriptions.enabled, rss: offers.rss, api: offers.api },
    },
  };
}

function toMonitor(
  parts: PageParts,
  given: {
    row: PageMonitorRow;
    look: Branding;
    maintenances: readonly PublicMaintenance[];
    incidentsOf: ReturnType<typeof makeSpanFinder>;
    now: number;
  },
): PublicMonitor {
  const { row, look, maintenances, incidentsOf, now } = given;
  const live = parts.statuses.get(row.id);
  const isFresh = isStatusFresh(live?.checkedAt ?? null, { gapMs: maxGapMs(row), now });
  const status = publicStatus(live?.current ?? "pending", { isPaused: row.isPaused, isFresh });
  const known = knownOf(row, { live, now });
  const range = { from: barsFrom(now, look.barDays), to: now, windows: spansOf(parts.rows.windows, row.id) };
  const segments = withOpen(row.segments, live?.open ?? null);
  const uptime = computeUptime(segments, { ...range, knownUntil: known });
  const days = listBarDays({
    id: row.id,
    segments,
    ...range,
    knownUntil: known,
    look,
    incidents: incidentsOf(row.id),
    days: lastDays(now, look.barDays),
  });
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    type: row.type,
    typeLabel: parts.typeLabelOf(row),
    status,
    since: status === "pending" || status === "paused" ? null : isoOrNull(live?.currentSince),
    checkedAt: isoOrNull(live?.checkedAt),
    responseMs: isFresh && !row.isPaused ? (live?.responseMs ?? null) : null,
    underMaintenance:
      isInMaintenance(row.id, { maintenances, now }) || (isFresh && live?.isMaintained === true),
    affectedBy: status === "affected" ? namesOf(parts, live?.affectedBy) : [],
    uptime: { percent: toPercent(uptime.uptime), days },
  };
}

export function listMaintainedIds(statuses: ReadonlyMap<number, LiveStatus>): number[] {
  return [...statuses.values()].flatMap(({ id, isMaintained }) => (isMaintained ? [id] : []));
}

function namesOf({ rows }: PageParts, ids: readonly number[] = []): string[] {
  return rows.monitors.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
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
  const { buckets, uptime } = makeChart(source, {
    from: now - node.hours * HOUR_MS,
    to: now,
    buckets: node.buckets,
    now,
  });
  return {
    buckets: buckets.map(({ at, avg, p95, max, status }) => ({ at: iso(at), avg, p95, max, status })),
    uptime,
  };
}

function toMaintenances({ rows, publicUrl, pageId }: PageParts, now: number): WordedWindow[] {
  const names = new Map(rows.monitors.map(({ id, name }) => [id, name]));
  return rows.windows
    .filter(({ endsAt, announceAt }) => endsAt > now && (announceAt === null || announceAt <= now))
    .filter(({ allMonitors, pageIds, monitorIds }) =>
      allMonitors ? (pageIds ?? [pageId]).includes(pageId) : monitorIds.some((id) => names.has(id)),
    )
    .map((row) => toPublicMaintenance(row, { baseUrl: publicUrl ?? "", names, now }));
}

function toBranding(look: Branding): Omit<PublicPage["site"], "name" | "url"> {
  const { enabled, logoType, logoText, logoUrl, logoLightUrl, logoDarkUrl, faviconUrl } = look;
  const { showHero, showFooter, showProjectLink, footerLinks } = look;
  const { barDays, uptimeThresholdUp, uptimeThresholdDegraded, uptimeThresholdPartial } = look;
  return {
    enabled,
    logoType,
    logoText,
    logoUrl,
    logoLightUrl,
    logoDarkUrl,
    faviconUrl,
    colors: enabled ? toVariables(look) : {},
    ...(!enabled && look.brandColor && { brand: shadesOf(look.brandColor) }),
    ...(enabled && look.darkColors && { darkColors: toVariables(look.darkColors) }),
    showHero,
    showFooter,
    showProjectLink,
    footerLinks,
    barDays,
    uptimeThresholdUp,
    uptimeThresholdDegraded,
    uptimeThresholdPartial,
    customCss: enabled ? look.customCss : "",
  };
}

function toVariables(colors: Readonly<Record<BrandingColor, string>>): Record<string, string> {
  return Object.fromEntries(COLOR_NAMES.map((name) => [BRANDING_COLORS[name].variable, colors[name]]));
}

function knownOf(row: PageMonitorRow, { live, now }: { live: LiveStatus | undefined; now: number }): number {
  if (!live) return 0;
  return knownUntil(live.checkedAt, { gapMs: maxGapMs(row), now });
}

function spansOf(windows: readonly PageWindowRow[], monitorId: number) {
  return windows
    .filter(({ allMonitors, monitorIds }) => allMonitors || monitorIds.includes(monitorId))
    .map(({ startsAt, endsAt }) => ({ from: startsAt, to: endsAt }));
}

/** 99.982: never rounded up to 100. */
export function toPercent(uptime: number | null): number | null {
  return uptime === null ? null : Math.floor(uptime * 100_000) / 1000;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

function isoOrNull(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : iso(at);
}

interface PlacedNames {
  /** Without a trailing slash; empty makes addresses relative to the page. */
  baseUrl: string;
  /** Placed monitors only: others are never named. */
  names: ReadonlyMap<number, string>;
}

export function toPublicMaintenance(
  {
    id,
    name,
    description,
    locales,
    startsAt,
    endsAt,
    updatedAt,
    allMonitors,
    monitorIds,
    recurs,
  }: Omit<PageWindowRow, "announceAt">,
  { baseUrl, names, now }: PlacedNames & { now: number },
): WordedWindow {
  return {
    id,
    name,
    description: description || null,
    status: maintenanceStatus({ startsAt, endsAt }, now),
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    url: `${baseUrl}/maintenance/${id}`,
    components: allMonitors ? [] : toPlaced(monitorIds, names),
    ...(recurs && { recurrence: toPublicRecurrence(recurs) }),
    ...(Object.keys(locales).length > 0 && { locales }),
  };
}

export function toPlaced(
  monitorIds: readonly number[],
  names: PlacedNames["names"],
): { id: number; name: string }[] {
  return monitorIds
    .flatMap((id) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name }];
    })
    .sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
}
