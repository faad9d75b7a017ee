import { DAY_MS } from "../../lib/units.ts";
import type { CheckStatus } from "../../schema/check_status.ts";

export const MONITORS_PER_WATCH = 32;

/** A later check means that this watch was away, and probably others too. */
const LATE_MS = 5_000;
const NEAR_MS = 60_000;

const STEP_MS = 10_000;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

export function watchOf(monitorId: number): number {
  return Math.floor(monitorId / MONITORS_PER_WATCH);
}

export function indexInWatch(monitorId: number): number {
  return monitorId % MONITORS_PER_WATCH;
}

/**
 * One offset for all intervals, so slots of 10, 60 and 300 seconds share an alarm. Consecutive watches spread
 * evenly over ten seconds (golden section) and over the minute, hour and day (5339 is coprime with the day's
 * 8640 steps).
 */
export function offsetOf(watch: number): number {
  const steps = DAY_MS / STEP_MS;
  return Math.floor(((watch * GOLDEN) % 1) * STEP_MS) + ((watch * 5339) % steps) * STEP_MS;
}

export interface Grid {
  intervalSecs: number;
  offsetMs: number;
}

export function slotAt({ intervalSecs, offsetMs }: Grid, now: number): number {
  const intervalMs = intervalSecs * 1000;
  return Math.floor((now - offsetMs) / intervalMs) * intervalMs + offsetMs;
}

export function nextDue(grid: Grid, now: number): number {
  return slotAt(grid, now) + grid.intervalSecs * 1000;
}

/**
 * Null waits for `nextDue`. Missed slots are not made up: after an absence there is at most one check, and
 * none when a slot is near, so watches that return together don't all check at once.
 */
export function decideSlot(
  grid: Grid,
  { plannedAt, now }: { plannedAt: number; now: number },
): number | null {
  if (now < plannedAt) return null;
  const slot = slotAt(grid, now);
  if (slot < plannedAt) return null;
  if (now - slot <= LATE_MS) return slot;
  return nextDue(grid, now) - now <= NEAR_MS ? null : slot;
}

export function earliest(times: Iterable<number>): number | null {
  let first: number | null = null;
  for (const time of times) if (Number.isFinite(time) && (first === null || time < first)) first = time;
  return first;
}

/** `retries` includes the first attempt. */
export function hasNextAttempt(
  status: CheckStatus,
  { attempt, retries }: { attempt: number; retries: number },
) {
  return status === "down" && attempt < retries;
}
