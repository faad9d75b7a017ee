import { DAY_MS, HOUR_MS } from "../../lib/units.ts";
import type { HistoryState, Segment } from "./history.ts";
import {
  addResponse,
  emptyResponseTimes,
  mergeResponseTimes,
  type ResponseDay,
  type ResponseSummary,
  summariseResponses,
} from "./response_times.ts";
import type { Span } from "./spans.ts";
import { computeUptime } from "./uptime.ts";

/** Until here single results are kept and used; further back an hour is the finest there is. */
const RAW_HOURS = 24;
const WORST = ["down", "affected", "degraded", "up"] as const;

export interface RawResponse {
  at: number;
  responseMs: number | null;
}

export interface ChartSource {
  segments: readonly Segment[];
  windows: readonly Span[];
  /** Until when the open row counts. */
  knownUntil: number;
  /** Single results from `rawFrom` on; earlier ones are left out. */
  raw: Iterable<RawResponse>;
  /** By their number since the epoch. */
  days: ReadonlyMap<number, ResponseDay>;
}

interface ChartBucket extends ResponseSummary {
  at: number;
  status: HistoryState | null;
}

/** From when on a chart of so many hours is made of single results. */
export function rawFrom(hours: number, now: number): number {
  return hours <= RAW_HOURS ? now - hours * HOUR_MS : Math.floor(now / HOUR_MS) * HOUR_MS;
}

/** Response times in equal buckets up to now, and the uptime of the range. */
export function makeChart(
  source: ChartSource,
  { hours, buckets, now }: { hours: number; buckets: number; now: number },
): { buckets: ChartBucket[]; uptime: number | null } {
  const from = now - hours * HOUR_MS;
  const widthMs = (now - from) / buckets;
  const times = Array.from({ length: buckets }, emptyResponseTimes);
  const bucketAt = (at: number) => times[Math.min(buckets - 1, Math.floor((at - from) / widthMs))]!;
  const split = rawFrom(hours, now);
  for (const { at, responseMs } of source.raw) {
    if (responseMs !== null && at >= split && at <= now) addResponse(bucketAt(at), responseMs);
  }
  if (hours > RAW_HOURS) {
    for (const [day, ownHours] of source.days) {
      for (const [hour, own] of ownHours) {
        const at = day * DAY_MS + hour * HOUR_MS + HOUR_MS / 2;
        if (at >= from && at < split) mergeResponseTimes(bucketAt(at), own);
      }
    }
  }
  const { segments, windows, knownUntil } = source;
  const { uptime } = computeUptime(segments, { from, to: now, windows, knownUntil });
  const made = times.map((own, i) => {
    const at = Math.round(from + i * widthMs);
    const status = worstIn(segments, { from: at, to: at + widthMs, knownUntil });
    return { at, ...summariseResponses(own), status };
  });
  return { buckets: made, uptime };
}

function worstIn(
  segments: readonly Segment[],
  { from, to, knownUntil }: { from: number; to: number; knownUntil: number },
) {
  const states = new Set<string>();
  for (const segment of segments) {
    if (segment.from < to && (segment.to ?? knownUntil) > from) states.add(segment.state);
  }
  return WORST.find((state) => states.has(state)) ?? null;
}
