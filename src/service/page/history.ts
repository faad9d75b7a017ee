import { openDb } from "../../data/db.ts";
import { listSegments, listWindows, listWindowsByMonitor } from "../../data/history.ts";
import { toPercent } from "../../domain/page/snapshot.ts";
import { incidentSpansOf, listBarDays, toPublicDays } from "../../domain/page/status.ts";
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
import { findPlaced, openPage, type PageVisitor } from "./view.ts";

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
  const { incidents, site } = snapshot.page;
  const read = async (): Promise<{ segments: Segment[]; windows: Span[] }> => {
    const range = { from: barsFrom(now, MOST_DAYS), to: now };
    const [segments, windows] = await Promise.all([
      listSegments(context.db, [id], range),
      listWindows(context.db, id, range),
    ]);
    return { segments: segments.get(id) ?? [], windows };
  };
  const { segments, windows } = await cached(`states ${id}`, { ...context, load: read, room: "parts" });
  const known = knownUntil(timeOf(monitor.checkedAt), { gapMs: snapshot.gapMs[id] ?? 0, now });
  const options = { from: barsFrom(now, days), to: now, windows, knownUntil: known };
  return {
    percent: toPercent(computeUptime(segments, options).uptime),
    days: toPublicDays(computeDailyUptime(segments, options, lastDays(now, days)), {
      look: site,
      incidents: incidentSpansOf(incidents, { monitorId: id, now }),
    }),
  };
}

interface OlderStates {
  wholeAt: number;
  range: Span;
  ids: readonly number[];
  segments: ReadonlyMap<number, Segment[]>;
  windows: ReadonlyMap<number, Span[]>;
}

let older: OlderStates | null = null;

export async function readOlderStates(
  env: Env,
  { page: { monitors } }: PageSnapshot,
  { now, wholeAt }: { now: number; wholeAt: number },
): Promise<OlderStates> {
  const ids = monitors.map(({ id }) => id);
  const bars = monitors[0]?.uptime.days ?? [];
  const last = bars.at(-1);
  // Around midnight the page may be from the day before.
  const today = last ? Date.parse(last.date) : now;
  const range = { from: barsFrom(today, MOST_DAYS), to: barsFrom(today, bars.length) };
  const isSameRange = older?.range.from === range.from && older.range.to === range.to;
  if (older?.wholeAt === wholeAt && isSameRange && older.ids.join() === ids.join()) return older;
  const db = openDb(env.DB);
  const [segments, windows] = await Promise.all([
    listSegments(db, ids, range),
    listWindowsByMonitor(db, ids, range),
  ]);
  older = { wholeAt, range, ids, segments, windows };
  return older;
}

export function listOlderDays(
  { gapMs, page: { incidents, monitors, site } }: PageSnapshot,
  { range, segments, windows }: OlderStates,
  now: number,
): Map<number, PublicUptimeDay[]> {
  return new Map(
    monitors.map(({ id, checkedAt }) => {
      const known = knownUntil(timeOf(checkedAt), { gapMs: gapMs[id] ?? 0, now });
      const own = { id, segments: segments.get(id) ?? [], windows: windows.get(id) ?? [], knownUntil: known };
      const touching = incidentSpansOf(incidents, { monitorId: id, now });
      const days = listDays("UTC", range);
      return [id, listBarDays({ ...range, ...own, days, look: site, incidents: touching })];
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
