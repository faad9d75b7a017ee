import { listResponseDays, listSegments, listWindows } from "../../data/history.ts";
import { gapMsOf } from "../../domain/monitor/rule.ts";
import { knownUntil, type Segment } from "../../domain/uptime/history.ts";
import {
  type ChartSource,
  makeChart,
  type RawResponse,
  rawFrom,
} from "../../domain/uptime/response_chart.ts";
import { invalid } from "../../lib/errors.ts";
import { DAY_MS, HOUR_MS } from "../../lib/units.ts";
import { watchFor } from "../announce/watch.ts";
import type { Context } from "../context.ts";
import { getMonitor } from "../monitor/monitor.ts";

export async function getTimeline(
  context: Context,
  id: number,
  {
    from = context.now - 30 * DAY_MS,
    to = context.now,
  }: { from?: number | undefined; to?: number | undefined },
): Promise<Segment[]> {
  if (to <= from)
    throw invalid("to must be after from.", [{ path: "to", message: "It must be after from." }]);
  await getMonitor(context, id);
  return (await listSegments(context.db, [id], { from, to })).get(id) ?? [];
}

export async function getHistory(context: Context, id: number, wanted: { hours: number; buckets: number }) {
  const monitor = await getMonitor(context, id);
  const { lastCheckedAt } = monitor;
  return await readChart(context, { id, lastCheckedAt, gapMs: gapMsOf(monitor) }, wanted);
}

async function readChart(
  context: Context,
  { id, lastCheckedAt, gapMs }: { id: number; lastCheckedAt: number | null; gapMs: number },
  { hours, buckets }: { hours: number; buckets: number },
) {
  const { now } = context;
  const source = await readChartSource(context, { id, hours });
  return makeChart(
    { ...source, knownUntil: knownUntil(lastCheckedAt, { gapMs, now }) },
    { hours, buckets, now },
  );
}

export interface MonitorSeries extends Omit<ChartSource, "knownUntil" | "raw"> {
  raw: readonly RawResponse[];
}

export async function readChartSource(
  { db, env, now }: Context,
  { id, hours, known = [] }: { id: number; hours: number; known?: readonly RawResponse[] },
): Promise<MonitorSeries> {
  const range = { from: now - hours * HOUR_MS, to: now };
  const from = rawFrom(hours, now);
  const last = known.at(-1)?.at;
  const [segments, windows, days, results] = await Promise.all([
    listSegments(db, [id], range),
    listWindows(db, id, range),
    hours > 24 ? listResponseDays(db, id, range) : new Map(),
    watchFor(env, id).results(id, last === undefined ? from : Math.max(from, last + 1)),
  ]);
  const fresh = results.map(({ at, responseMs }) => ({ at, responseMs }));
  const raw = [...known.filter(({ at }) => at >= from), ...fresh];
  return { segments: segments.get(id) ?? [], windows, days, raw };
}
