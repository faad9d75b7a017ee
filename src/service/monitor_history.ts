import { listResponseDays, listSegments, listWindows } from "../data/history.ts";
import type { Segment } from "../domain/history.ts";
import { knownUntil } from "../domain/history.ts";
import { maxGapMs } from "../domain/monitor_rule.ts";
import {
  addResponse,
  emptyResponseTimes,
  mergeResponseTimes,
  type ResponseTimes,
  summariseResponses,
} from "../domain/response_times.ts";
import { computeUptime } from "../domain/uptime.ts";
import { invalid } from "../lib/errors.ts";
import type { Context } from "./context.ts";
import { getMonitor } from "./monitor.ts";
import { watchFor } from "./watch.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Until here single results are kept and used; further back an hour is the finest there is. */
const RAW_HOURS = 24;
const WORST = ["down", "affected", "degraded", "up"] as const;

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

/** Response times in equal buckets up to now, and the uptime of the range. */
export async function getHistory(
  context: Context,
  id: number,
  { hours, buckets }: { hours: number; buckets: number },
) {
  const monitor = await getMonitor(context, id);
  const to = context.now;
  const from = to - hours * HOUR_MS;
  const widthMs = (to - from) / buckets;
  const times = Array.from({ length: buckets }, emptyResponseTimes);
  const bucketAt = (at: number) => times[Math.min(buckets - 1, Math.floor((at - from) / widthMs))];
  const segments = (await listSegments(context.db, [id], { from, to })).get(id) ?? [];
  const windows = await listWindows(context.db, id, { from, to });

  const rawFrom = hours <= RAW_HOURS ? from : Math.floor(to / HOUR_MS) * HOUR_MS;
  for (const { at, responseMs } of await watchFor(context.env, id).results(id, rawFrom)) {
    if (responseMs !== null && at >= from) addResponse(bucketAt(at) ?? emptyResponseTimes(), responseMs);
  }
  if (hours > RAW_HOURS) await addHours(context, id, { from, to: rawFrom, bucketAt });

  const gapMs = maxGapMs({ intervalSecs: monitor.intervalSecs });
  const known = knownUntil(monitor.lastCheckedAt, { gapMs, now: to });
  const { uptime } = computeUptime(segments, { from, to, windows, knownUntil: known });
  return {
    buckets: times.map((own, i) => {
      const at = Math.round(from + i * widthMs);
      return {
        at,
        ...summariseResponses(own),
        status: worstIn(segments, { from: at, to: at + widthMs, known }),
      };
    }),
    uptime,
  };
}

async function addHours(
  context: Context,
  id: number,
  { from, to, bucketAt }: { from: number; to: number; bucketAt: (at: number) => ResponseTimes | undefined },
): Promise<void> {
  for (const [day, hours] of await listResponseDays(context.db, id, { from, to })) {
    for (const [hour, own] of hours) {
      const at = day * DAY_MS + hour * HOUR_MS + HOUR_MS / 2;
      const bucket = at >= from && at < to ? bucketAt(at) : undefined;
      if (bucket) mergeResponseTimes(bucket, own);
    }
  }
}

function worstIn(
  segments: readonly Segment[],
  { from, to, known }: { from: number; to: number; known: number },
) {
  const states = new Set<string>();
  for (const segment of segments) {
    if (segment.from < to && (segment.to ?? known) > from) states.add(segment.state);
  }
  return WORST.find((state) => states.has(state)) ?? null;
}
