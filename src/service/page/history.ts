import { openDb } from "../../data/db.ts";
import { listSegments, listWindows, listWindowsByMonitor } from "../../data/history.ts";
import type { ShownOn } from "../../data/public_incident.ts";
import { toPercent } from "../../domain/page/snapshot.ts";
import { type BarIncident, listBarDays, makeSpanFinder, toPublicDays } from "../../domain/page/status.ts";
import type { PageSnapshot } from "../../domain/page/view.ts";
import { makeChart } from "../../domain/uptime/response_chart.ts";
import {
  barsFrom,
  computeDailyUptime,
  computeUptime,
  knownUntil,
  lastDays,
  listDays,
  type Segment,
  type Span,
} from "../../domain/uptime/uptime.ts";
import type { Env } from "../../env.ts";
import { HOUR_MS } from "../../lib/units.ts";
import { CHART_BUCKETS, CHART_HOURS } from "../../schema/block_defaults.ts";
import type { PublicChart, PublicMonitor, PublicUptimeDay } from "../../schema/public_page.ts";
import type { Context } from "../context.ts";
import { cached } from "../record/page_memory.ts";
import { type MonitorSeries, readChartSource } from "../uptime/history.ts";
import { hasOlderIncidents, listBarIncidents, withOlder } from "./bar_incidents.ts";
import { findPlaced, keep, openPage, type PageVisitor } from "./view.ts";

const MOST_DAYS = 90;
const DAY_HOURS = 24;
const MOST_HOURS = 2160;

export async function getPublicUptime(
  context: Context,
  { id, days, ...looker }: PageVisitor & { id: number; days: number },
): Promise<PublicMonitor["uptime"]> {
  const snapshot = await openPage(context, looker);
  const monitor = findPlaced(snapshot, id);
  const { now } = context;
  const read = async (): Promise<{ segments: Segment[]; windows: Span[] }> => {
    const range = { from: barsFrom(now, MOST_DAYS), to: now };
    const [segments, windows] = await Promise.all([
      listSegments(context.db, [id], range),
      listWindows(context.db, id, range),
    ]);
    return { segments: segments.get(id) ?? [], windows };
  };
  const span = { from: barsFrom(now, MOST_DAYS), to: barsFrom(now, 0), monitorId: id };
  const [{ segments, windows }, older] = await Promise.all([
    cached(`states ${id}`, { ...context, load: read, room: "parts" }),
    hasOlderIncidents(snapshot)
      ? keep(context, looker, `incidents by day ${id}`, () =>
          listBarIncidents(context.db, shownOn(snapshot, context.page.id), span),
        )
      : [],
  ]);
  const known = knownUntil(timeOf(monitor.checkedAt), { gapMs: snapshot.gapMs[id] ?? 0, now });
  const options = { from: barsFrom(now, days), to: now, windows, knownUntil: known };
  return {
    percent: toPercent(computeUptime(segments, options).uptime),
    days: toPublicDays(computeDailyUptime(segments, options, lastDays(now, days)), {
      look: snapshot.page.site,
      incidents: makeSpanFinder(withOlder(snapshot, older), now)(id),
    }),
  };
}

function shownOn({ page }: PageSnapshot, pageId: number): ShownOn {
  return { pageId, monitorIds: page.monitors.map(({ id }) => id) };
}

interface OlderStates {
  wholeAt: number;
  range: Span;
  on: ShownOn;
  segments: ReadonlyMap<number, Segment[]>;
  windows: ReadonlyMap<number, Span[]>;
  incidents: readonly BarIncident[];
}

let older: OlderStates | null = null;

export async function readOlderStates(
  env: Env,
  snapshot: PageSnapshot,
  { pageId, now, wholeAt }: { pageId: number; now: number; wholeAt: number },
): Promise<OlderStates> {
  const on = shownOn(snapshot, pageId);
  const ids = on.monitorIds;
  const bars = snapshot.page.monitors[0]?.uptime.days ?? [];
  const last = bars.at(-1);
  // Around midnight the page may be from the day before.
  const today = last ? Date.parse(last.date) : now;
  const range = { from: barsFrom(today, MOST_DAYS), to: barsFrom(today, bars.length) };
  const isSameRange = older?.range.from === range.from && older.range.to === range.to;
  const isSamePage = older?.on.pageId === pageId && older.on.monitorIds.join() === ids.join();
  if (older?.wholeAt === wholeAt && isSameRange && isSamePage) return older;
  const db = openDb(env.DB);
  const [segments, windows, incidents] = await Promise.all([
    listSegments(db, ids, range),
    listWindowsByMonitor(db, ids, range),
    hasOlderIncidents(snapshot) ? listBarIncidents(db, on, range) : [],
  ]);
  older = { wholeAt, range, on, segments, windows, incidents };
  return older;
}

export function listOlderDays(
  snapshot: PageSnapshot,
  { range, segments, windows, incidents }: OlderStates,
  now: number,
): Map<number, PublicUptimeDay[]> {
  const { gapMs, page } = snapshot;
  const { monitors, site } = page;
  const incidentsOf = makeSpanFinder(withOlder(snapshot, incidents), now);
  return new Map(
    monitors.map(({ id, checkedAt }) => {
      const known = knownUntil(timeOf(checkedAt), { gapMs: gapMs[id] ?? 0, now });
      const own = { id, segments: segments.get(id) ?? [], windows: windows.get(id) ?? [], knownUntil: known };
      const days = listDays("UTC", range);
      return [id, listBarDays({ ...range, ...own, days, look: site, incidents: incidentsOf(id) })];
    }),
  );
}

export async function getPublicHistory(
  context: Context,
  { id, ...wanted }: PageVisitor & { id: number; hours: number; buckets: number },
): Promise<PublicChart> {
  const { sessionToken } = wanted;
  const snapshot = await openPage(context, { sessionToken });
  const monitor = findPlaced(snapshot, id);
  const hours = stepFor(CHART_HOURS, wanted.hours);
  const buckets = stepFor(CHART_BUCKETS, wanted.buckets);
  const load = async (): Promise<PublicChart> => {
    const { now } = context;
    const gapMs = snapshot.gapMs[id] ?? 0;
    const source = {
      ...(await findSeries(context, { id, hours })),
      knownUntil: knownUntil(timeOf(monitor.checkedAt), { gapMs, now }),
    };
    const chart = makeChart(source, { from: now - hours * HOUR_MS, to: now, buckets, now });
    return {
      buckets: chart.buckets.map(({ at, avg, p95, max, status }) => {
        return { at: new Date(at).toISOString(), avg, p95, max, status };
      }),
      uptime: chart.uptime,
    };
  };
  return await cached(`history ${id} ${hours} ${buckets}`, { ...context, load, room: "parts" });
}

/** Two reads per monitor serve all its charts; only new single results are read again. */
async function findSeries(
  context: Context,
  { id, hours }: { id: number; hours: number },
): Promise<MonitorSeries> {
  const most = hours <= DAY_HOURS ? DAY_HOURS : MOST_HOURS;
  const { now } = context;
  const load = (known: MonitorSeries | null) =>
    readChartSource(context, { id, from: now - most * HOUR_MS, to: now, known: known?.raw ?? [] });
  return await cached(`series ${id} ${most}`, { ...context, load, room: "series" });
}

function stepFor(steps: readonly number[], wanted: number): number {
  return steps.find((step) => step >= wanted) ?? steps.at(-1) ?? wanted;
}

function timeOf(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}
