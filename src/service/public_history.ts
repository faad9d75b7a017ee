import { listSegments, listWindows } from "../data/history.ts";
import { knownUntil } from "../domain/history.ts";
import { dayStatus } from "../domain/page_status.ts";
import { computeDailyUptime, computeUptime } from "../domain/uptime.ts";
import type { PublicChart, PublicMonitor } from "../schema/public_page.ts";
import type { Context } from "./context.ts";
import { readChart } from "./monitor_history.ts";
import { remembered } from "./page_memory.ts";
import { incidentsOn, toPercent } from "./page_snapshot.ts";
import { findPlaced, type Looker, openPage } from "./page_view.ts";

const DAY_MS = 86_400_000;

/** The last days of a monitor on the page, today among them. */
export async function getPublicUptime(
  context: Context,
  { id, days, ...looker }: Looker & { id: number; days: number },
): Promise<PublicMonitor["uptime"]> {
  const snapshot = await openPage(context, looker);
  const monitor = findPlaced(snapshot, id);
  const load = async () => {
    const { db, now } = context;
    const range = { from: (Math.floor(now / DAY_MS) - days + 1) * DAY_MS, to: now };
    const segments = (await listSegments(db, [id], range)).get(id) ?? [];
    const windows = await listWindows(db, id, range);
    const known = knownUntil(timeOf(monitor.checkedAt), { gapMs: snapshot.gapMs[id] ?? 0, now });
    const options = { ...range, windows, knownUntil: known };
    const { incidents, site } = snapshot.page;
    return {
      percent: toPercent(computeUptime(segments, options).uptime),
      days: computeDailyUptime(segments, options).map((day) => ({
        date: day.date,
        uptime: day.uptime,
        status: dayStatus(day, site),
        incidents: incidentsOn(incidents, { date: day.date, monitorId: id, now }),
      })),
    };
  };
  return await remembered(`uptime ${id} ${days}`, { ...context, load });
}

/** Response times of a monitor on the page. */
export async function getPublicHistory(
  context: Context,
  { id, hours, buckets, ...looker }: Looker & { id: number; hours: number; buckets: number },
): Promise<PublicChart> {
  const snapshot = await openPage(context, looker);
  const monitor = findPlaced(snapshot, id);
  const load = async () => {
    const own = { id, lastCheckedAt: timeOf(monitor.checkedAt), gapMs: snapshot.gapMs[id] ?? 0 };
    const chart = await readChart(context, own, { hours, buckets });
    return {
      buckets: chart.buckets.map(({ at, avg, p95, max, status }) => {
        return { at: new Date(at).toISOString(), avg, p95, max, status };
      }),
      uptime: chart.uptime,
    };
  };
  return await remembered(`history ${id} ${hours} ${buckets}`, { ...context, load });
}

function timeOf(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}
