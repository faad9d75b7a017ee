import { DAY_MS, HOUR_MS } from "../../lib/units.ts";
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
import { computeUptime, type HistoryState, type Segment, type Span } from "./uptime.ts";

/** Single results are kept for this long; before that, hours are the finest resolution. */
const RAW_HOURS = 24;
const WORST = ["down", "affected", "degraded", "up"] as const;

export interface RawResponse {
  at: number;
  responseMs: number | null;
}

export interface ChartSource {
  segments: readonly Segment[];
  windows: readonly Span[];
  knownUntil: number;
  raw: Iterable<RawResponse>;
  days: ReadonlyMap<number, ResponseDay>;
}

interface ChartBucket extends ResponseSummary {
  at: number;
  status: HistoryState | null;
}

export function rawFrom(from: number, now: number): number {
  return isRaw(from, now) ? from : Math.floor(now / HOUR_MS - 1) * HOUR_MS;
}

function isRaw(from: number, now: number): boolean {
  return from >= now - RAW_HOURS * HOUR_MS;
}

export function makeChart(
  source: ChartSource,
  { from, to, buckets, now }: Span & { buckets: number; now: number },
): { buckets: ChartBucket[]; uptime: number | null } {
  const widthMs = (to - from) / buckets;
  const { segments, windows, knownUntil } = source;
  const { uptime } = computeUptime(segments, { from, to, windows, knownUntil });
  const days = isRaw(from, now) ? new Map() : source.days;
  const dealt = dealResponses({ raw: source.raw, days }, { from, to, buckets, widthMs });
  const made = dealt.map((own, i) => {
    const at = Math.round(from + i * widthMs);
    const end = from + (i + 1) * widthMs;
    const times = own.sketch.size > 0 ? own : mergeAll(hoursTouching(days, { from: at, to: end }));
    return { at, ...summariseResponses(times), status: worstIn(segments, { from: at, to: end, knownUntil }) };
  });
  return { buckets: made, uptime };
}

function dealResponses(
  { raw, days }: Pick<ChartSource, "raw" | "days">,
  { from, to, buckets, widthMs }: Span & { buckets: number; widthMs: number },
): ResponseTimes[] {
  const times = Array.from({ length: buckets }, emptyResponseTimes);
  const bucketAt = (at: number) => times[Math.min(buckets - 1, Math.floor((at - from) / widthMs))]!;
  for (const { at, responseMs } of raw) {
    if (responseMs === null || at < from || at > to || findHour(days, Math.floor(at / HOUR_MS))) continue;
    addResponse(bucketAt(at), responseMs);
  }
  for (const [day, hours] of days) {
    for (const [hour, own] of hours) {
      const middle = day * DAY_MS + hour * HOUR_MS + HOUR_MS / 2;
      if (middle >= from && middle <= to) mergeResponseTimes(bucketAt(middle), own);
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
