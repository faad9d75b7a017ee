import { listResponseDays, listSegments, listWindows } from "../../data/history.ts";
import { gapMsOf } from "../../domain/monitor/rule.ts";
import {
  type ChartSource,
  makeChart,
  type RawResponse,
  rawFrom,
} from "../../domain/uptime/response_chart.ts";
import { knownUntil, type Segment, type Span } from "../../domain/uptime/uptime.ts";
import { invalid, invalidField } from "../../lib/errors.ts";
import { DAY_MS, HOUR_MS } from "../../lib/units.ts";
import type { HistoryQuery } from "../../schema/monitor_history.ts";
import { watchFor } from "../announce/watch.ts";
import type { Context } from "../context.ts";
import { getMonitor } from "../monitor/monitor.ts";

const MOST_MS = 90 * DAY_MS;

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

export async function getHistory(context: Context, id: number, query: HistoryQuery) {
  const monitor = await getMonitor(context, id);
  const { now } = context;
  const span = spanOf(query, now);
  const source = await readChartSource(context, { id, ...span });
  const known = knownUntil(monitor.lastCheckedAt, { gapMs: gapMsOf(monitor), now });
  return makeChart({ ...source, knownUntil: known }, { ...span, buckets: query.buckets, now });
}

function spanOf({ from: wanted, to: end, hours }: HistoryQuery, now: number): Span {
  const to = Math.min(end ?? now, now);
  const from = wanted ?? to - hours * HOUR_MS;
  if (from >= to) throw invalidField("from", "Use a time before `to`.");
  if (to - from > MOST_MS) throw invalidField("from", "Use a range of at most 90 days.");
  return { from, to };
}

export interface MonitorSeries extends Omit<ChartSource, "knownUntil" | "raw"> {
  raw: readonly RawResponse[];
}

export async function readChartSource(
  { db, env, now }: Context,
  { id, from, to, known = [] }: Span & { id: number; known?: readonly RawResponse[] },
): Promise<MonitorSeries> {
  const range = { from, to };
  const first = rawFrom(from, now);
  const last = known.at(-1)?.at;
  const [segments, windows, days, results] = await Promise.all([
    listSegments(db, [id], range),
    listWindows(db, id, range),
    first > from ? listResponseDays(db, id, range) : new Map(),
    first < to ? watchFor(env, id).results(id, last === undefined ? first : Math.max(first, last + 1)) : [],
  ]);
  const fresh = results.map(({ at, responseMs }) => ({ at, responseMs }));
  const raw = [...known.filter(({ at }) => at >= first), ...fresh];
  return { segments: segments.get(id) ?? [], windows, days, raw };
}
