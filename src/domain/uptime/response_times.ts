import { nearestRank } from "../../lib/nearest_rank.ts";
import { boundResponseMs } from "../monitor/check_result.ts";
import { type Cursor, readVarint, writeVarint } from "./packing.ts";
import {
  addToSketch,
  countOf,
  mergeSketch,
  quantileOf,
  readSketch,
  type Sketch,
  writeSketch,
} from "./sketch.ts";

export interface ResponseTimes {
  sum: number;
  max: number;
  sketch: Sketch;
}

export type ResponseDay = Map<number, ResponseTimes>;

/** First byte of a packed day: rows live 400 days, longer than a format may. */
const FORMAT = 1;

export function emptyResponseTimes(): ResponseTimes {
  return { sum: 0, max: 0, sketch: new Map() };
}

export function addResponse(times: ResponseTimes, responseMs: number): void {
  const ms = boundResponseMs(responseMs);
  if (ms === null) return;
  times.sum += ms;
  times.max = Math.max(times.max, ms);
  addToSketch(times.sketch, ms);
}

export function mergeResponseTimes(times: ResponseTimes, other: ResponseTimes): void {
  times.sum += other.sum;
  times.max = Math.max(times.max, other.max);
  mergeSketch(times.sketch, other.sketch);
}

export interface ResponseSummary {
  count: number;
  avg: number | null;
  p50: number | null;
  p95: number | null;
  p99: number | null;
  max: number | null;
}

export function summariseResponses(times: ResponseTimes): ResponseSummary {
  const { sum, max, sketch } = times;
  const count = countOf(sketch);
  if (count === 0) return { count, avg: null, p50: null, p95: null, p99: null, max: null };
  const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((share) => quantileWithin(times, count, share));
  return { count, avg: sum / count, p50, p95, p99, max };
}

/**
 * The sketch errs by up to 2.5%. With `max` for all values past the rank, the rest of the sum bounds the quantile from
 * below.
 */
function quantileWithin({ sum, max, sketch }: ResponseTimes, count: number, share: number): number {
  const rank = nearestRank(count, share);
  if (rank === count) return max;
  const least = (sum - (count - rank) * max) / rank;
  return Math.min(max, Math.max(least, quantileOf(sketch, share) ?? 0));
}

export function encodeResponseDay(day: ResponseDay): Uint8Array {
  const bytes = [FORMAT];
  for (const [hour, { sum, max, sketch }] of [...day].sort(([a], [b]) => a - b)) {
    writeVarint(bytes, hour);
    writeVarint(bytes, sum);
    writeVarint(bytes, max);
    writeSketch(bytes, sketch);
  }
  return Uint8Array.from(bytes);
}

export function decodeResponseDay(bytes: Uint8Array): ResponseDay {
  if (bytes[0] !== FORMAT) throw new RangeError(`unknown format of response times: ${bytes[0]}`);
  const cursor: Cursor = { bytes, at: 1 };
  const day: ResponseDay = new Map();
  while (cursor.at < bytes.length) {
    const hour = readVarint(cursor);
    const sum = readVarint(cursor);
    const max = readVarint(cursor);
    day.set(hour, { sum, max, sketch: readSketch(cursor) });
  }
  return day;
}
