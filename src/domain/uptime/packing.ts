import { boundResponseMs } from "../monitor/check_result.ts";
import { MONITORS_PER_WATCH } from "../monitor/schedule.ts";
import type { CurrentStatus } from "../monitor/state.ts";

export interface PackedResult {
  /** Index in the watch, 0 to 31. */
  index: number;
  status: Exclude<CurrentStatus, "pending">;
  isUnderMaintenance: boolean;
  responseMs: number | null;
}

const STATUSES = ["up", "degraded", "down", "affected"] as const;
const MASK_BYTES = MONITORS_PER_WATCH / 8;

/**
 * Four bytes mark the monitors with a result, then one varint each: duration plus one (0: none), a
 * maintenance bit, two status bits. Up to two seconds fit two bytes, so 32 results take about 2.2 bytes each.
 */
export function packTick(results: readonly PackedResult[]): Uint8Array {
  const bytes = new Array<number>(MASK_BYTES).fill(0);
  const sorted = [...results].sort((a, b) => a.index - b.index);
  for (const { index, status, isUnderMaintenance, responseMs } of sorted) {
    const bit = 1 << (index % 8);
    const place = Math.floor(index / 8);
    if (index < 0 || index >= MONITORS_PER_WATCH) throw new RangeError(`no place in a watch: ${index}`);
    if (bytes[place]! & bit) throw new RangeError(`two results of one monitor: ${index}`);
    bytes[place]! |= bit;
    const bounded = boundResponseMs(responseMs);
    const duration = bounded === null ? 0 : bounded + 1;
    writeVarint(bytes, duration * 8 + (isUnderMaintenance ? 4 : 0) + STATUSES.indexOf(status));
  }
  return Uint8Array.from(bytes);
}

export function unpackTick(bytes: Uint8Array): PackedResult[] {
  const cursor = beginTick(bytes);
  const results: PackedResult[] = [];
  for (let index = 0; index < MONITORS_PER_WATCH; index += 1) {
    if (hasResult(bytes, index)) results.push(unpack(index, readVarint(cursor)));
  }
  return results;
}

export function unpackOne(bytes: Uint8Array, wanted: number): PackedResult | null {
  const cursor = beginTick(bytes);
  if (!hasResult(bytes, wanted)) return null;
  for (let index = 0; index < wanted; index += 1) if (hasResult(bytes, index)) readVarint(cursor);
  return unpack(wanted, readVarint(cursor));
}

function beginTick(bytes: Uint8Array): Cursor {
  if (bytes.length < MASK_BYTES) throw new RangeError(`too short for a tick: ${bytes.length}`);
  return { bytes, at: MASK_BYTES };
}

function hasResult(bytes: Uint8Array, index: number): boolean {
  return (bytes[Math.floor(index / 8)]! & (1 << (index % 8))) !== 0;
}

function unpack(index: number, packed: number): PackedResult {
  const duration = Math.floor(packed / 8);
  return {
    index,
    status: STATUSES[packed % 4]!,
    isUnderMaintenance: (packed & 4) !== 0,
    responseMs: duration === 0 ? null : duration - 1,
  };
}

export function writeVarint(bytes: number[], value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a whole number from 0: ${value}`);
  let rest = value;
  // Division, because bit operators truncate to 32 bits.
  while (rest >= 128) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

export interface Cursor {
  bytes: Uint8Array;
  at: number;
}

export function readVarint(cursor: Cursor): number {
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = cursor.bytes[cursor.at];
    if (byte === undefined) throw new RangeError(`bytes end inside a number: ${cursor.at}`);
    cursor.at += 1;
    value += (byte & 127) * scale;
    if (!Number.isSafeInteger(value)) throw new RangeError(`number too large at byte: ${cursor.at}`);
    if (byte < 128) return value;
  }
}
