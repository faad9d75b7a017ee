import { DAY_MS, HOUR_MS } from "../../lib/units.ts";
import type { HistoryState, Segment } from "./history.ts";
import { mergeAll } from "./response_block.ts";
import {
  addResponse,
  emptyResponseTimes,
  mergeResponseTimes,
  type ResponseDay,
  type ResponseSummary,
  type ResponseTimes,
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
  /** Single results, from `rawFrom` on at least. */
  raw: Iterable<RawResponse>;
  /** By their number since the epoch. */
  days: ReadonlyMap<number, ResponseDay>;
}

interface ChartBucket extends ResponseSummary {
  at: number;
  status: HistoryState | null;
}

/**
 * From when on a chart of so many hours needs single results. Beyond a day these are the hour that goes on and the one
 * before it, which may not have been handed on yet.
 */
export function rawFrom(hours: number, now: number): number {
  return hours <= RAW_HOURS ? now - hours * HOUR_MS : Math.floor(now / HOUR_MS - 1) * HOUR_MS;
}

/** Response times in equal buckets up to now, and the uptime of the range. */
export function makeChart(
  source: ChartSource,
  { hours, buckets, now }: { hours: number; buckets: number; now: number },
): { buckets: ChartBucket[]; uptime: number | null } {
  const from = now - hours * HOUR_MS;
  const widthMs = (now - from) / buckets;
  const { segments, windows, knownUntil } = source;
  const { uptime } = computeUptime(segments, { from, to: now, windows, knownUntil });
  const days = hours > RAW_HOURS ? source.days : new Map();
  const dealt = dealResponses({ raw: source.raw, days }, { from, buckets, widthMs, now });
  const made = dealt.map((own, i) => {
    const at = Math.round(from + i * widthMs);
    const to = from + (i + 1) * widthMs;
    // One that has the middle of no hour shows the hours that it lies in.
    const times = own.sketch.size > 0 ? own : mergeAll(hoursTouching(days, { from: at, to }));
    return { at, ...summariseResponses(times), status: worstIn(segments, { from: at, to, knownUntil }) };
  });
  return { buckets: made, uptime };
}

/** Hours go where their middle is; single results count where their hour is not there. */
function dealResponses(
  { raw, days }: Pick<ChartSource, "raw" | "days">,
  { from, buckets, widthMs, now }: { from: number; buckets: number; widthMs: number; now: number },
): ResponseTimes[] {
  const times = Array.from({ length: buckets }, emptyResponseTimes);
  const bucketAt = (at: number) => times[Math.min(buckets - 1, Math.floor((at - from) / widthMs))]!;
  for (const { at, responseMs } of raw) {
    if (responseMs === null || at < from || at > now || findHour(days, Math.floor(at / HOUR_MS))) continue;
    addResponse(bucketAt(at), responseMs);
  }
  for (const [day, hours] of days) {
    for (const [hour, own] of hours) {
      const middle = day * DAY_MS + hour * HOUR_MS + HOUR_MS / 2;
      if (middle >= from && middle <= now) mergeResponseTimes(bucketAt(middle), own);
    }
  }
  return times;
}

function* hoursTouching(days: ChartSource["days"], { from, to }: Span): Generator<ResponseTimes> {
  for (let hour = Math.floor(from / HOUR_MS); hour * HOUR_MS < to; hour++) {
    const own = findHour(days, hour);
    if (own) yield own;
  }
}

/** By its number since the epoch. */
function findHour(days: ChartSource["days"], hour: number): ResponseTimes | undefined {
  return days.get(Math.floor(hour / 24))?.get(hour % 24);
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
