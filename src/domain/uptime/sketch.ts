import { nearestRank } from "../../lib/nearest_rank.ts";
import { type Cursor, readVarint, writeVarint } from "./packing.ts";

/** Buckets grow by a constant factor, so any quantile is within 2.5% however many sketches were merged. */
export type Sketch = Map<number, number>;

const ACCURACY = 0.025;
const FACTOR = (1 + ACCURACY) / (1 - ACCURACY);
const LOG_FACTOR = Math.log(FACTOR);

function bucketOf(ms: number): number {
  return ms < 1 ? 0 : 1 + Math.ceil(Math.log(ms) / LOG_FACTOR);
}

function middleOf(bucket: number): number {
  return bucket === 0 ? 0 : (2 * FACTOR ** (bucket - 1)) / (FACTOR + 1);
}

export function addToSketch(sketch: Sketch, ms: number): void {
  const bucket = bucketOf(ms);
  sketch.set(bucket, (sketch.get(bucket) ?? 0) + 1);
}

export function mergeSketch(sketch: Sketch, other: Sketch): void {
  for (const [bucket, count] of other) sketch.set(bucket, (sketch.get(bucket) ?? 0) + count);
}

export function countOf(sketch: Sketch): number {
  return sketch.values().reduce((sum, count) => sum + count, 0);
}

export function quantileOf(sketch: Sketch, q: number): number | null {
  const rank = nearestRank(countOf(sketch), q);
  let passed = 0;
  for (const [bucket, count] of [...sketch].sort(([a], [b]) => a - b)) {
    passed += count;
    if (passed >= rank) return middleOf(bucket);
  }
  return null;
}

export function writeSketch(bytes: number[], sketch: Sketch): void {
  writeVarint(bytes, sketch.size);
  let last = 0;
  for (const [bucket, count] of [...sketch].sort(([a], [b]) => a - b)) {
    writeVarint(bytes, bucket - last);
    writeVarint(bytes, count);
    last = bucket;
  }
}

export function readSketch(cursor: Cursor): Sketch {
  const sketch: Sketch = new Map();
  let bucket = 0;
  for (let left = readVarint(cursor); left > 0; left -= 1) {
    bucket += readVarint(cursor);
    sketch.set(bucket, readVarint(cursor));
  }
  return sketch;
}
