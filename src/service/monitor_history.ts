import { listResponseDays, listSegments, listWindows } from "../data/history.ts";
import { knownUntil, type Segment } from "../domain/history.ts";
import { gapMsOf } from "../domain/monitor_rule.ts";
import { makeChart, rawFrom } from "../domain/response_chart.ts";
import { invalid } from "../lib/errors.ts";
import type { Context } from "./context.ts";
import { getMonitor } from "./monitor.ts";
import { watchFor } from "./watch.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The confirmed states of the range. */
export async function getTimeline(
  context: Context,
  id: number,
  {
    from = context.now - 30 * DAY_MS,
    to = context.now,
  }: { from?: number | undefined; to?: number | undefined },
): Promise<Segment[]> {
  if (to <= from)
    throw invalid("to must come after from.", [{ path: "to", message: "It must come after from." }]);
  await getMonitor(context, id);
  return (await listSegments(context.db, [id], { from, to })).get(id) ?? [];
}

export async function getHistory(context: Context, id: number, wanted: { hours: number; buckets: number }) {
  const monitor = await getMonitor(context, id);
  const { lastCheckedAt } = monitor;
  return await readChart(context, { id, lastCheckedAt, gapMs: gapMsOf(monitor) }, wanted);
}

/** Response times in equal buckets up to now, and the uptime of the range. */
export async function readChart(
  { db, env, now }: Context,
  { id, lastCheckedAt, gapMs }: { id: number; lastCheckedAt: number | null; gapMs: number },
  { hours, buckets }: { hours: number; buckets: number },
) {
  const range = { from: now - hours * HOUR_MS, to: now };
  const source = {
    segments: (await listSegments(db, [id], range)).get(id) ?? [],
    windows: await listWindows(db, id, range),
    knownUntil: knownUntil(lastCheckedAt, { gapMs, now }),
    raw: await watchFor(env, id).results(id, rawFrom(hours, now)),
    days: hours > 24 ? await listResponseDays(db, id, range) : new Map(),
  };
  return makeChart(source, { hours, buckets, now });
}
