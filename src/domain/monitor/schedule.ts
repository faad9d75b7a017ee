import type { CheckStatus } from "../../schema/check_status.ts";

export const MONITORS_PER_WATCH = 32;

/** Later than this a check is no longer on time: the watch was away, and so were others that come back with it. */
const LATE_MS = 5_000;
/** A late check waits for the next slot when that is this near. */
const NEAR_MS = 60_000;

const DAY_MS = 86_400_000;
const STEP_MS = 10_000;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

export function watchOf(monitorId: number): number {
  return Math.floor(monitorId / MONITORS_PER_WATCH);
}

export function indexInWatch(monitorId: number): number {
  return monitorId % MONITORS_PER_WATCH;
}

/**
 * Where a watch's grid lies in the day. One offset serves all intervals, so that slots of 10, 60 and
 * 300 seconds meet in one alarm. Watches that follow each other are spread evenly in ten seconds (the
 * golden section) and take different ten seconds of the minute, the hour and the day (5339 shares no factor
 * with the 8640 of a day).
 */
export function offsetOf(watch: number): number {
  const steps = DAY_MS / STEP_MS;
  return Math.floor(((watch * GOLDEN) % 1) * STEP_MS) + ((watch * 5339) % steps) * STEP_MS;
}

export interface Grid {
  intervalSecs: number;
  offsetMs: number;
}

/** The last slot at or before `now`. */
export function slotAt({ intervalSecs, offsetMs }: Grid, now: number): number {
  const intervalMs = intervalSecs * 1000;
  return Math.floor((now - offsetMs) / intervalMs) * intervalMs + offsetMs;
}

/** The first slot after `now`, however long a check took: 10 seconds stay 10 seconds. */
export function nextDue(grid: Grid, now: number): number {
  return slotAt(grid, now) + grid.intervalSecs * 1000;
}

/**
 * The slot to check now, given the slot that was planned, or null to wait for `nextDue`. Missed slots
 * are never made up for: after an absence there is one check at most, and none when the grid brings
 * one soon, so that watches which come back together do not all check at once.
 */
export function decideSlot(
  grid: Grid,
  { plannedAt, now }: { plannedAt: number; now: number },
): number | null {
  if (now < plannedAt) return null;
  const slot = slotAt(grid, now);
  // Its grid was changed since: nothing is due before the new grid's next slot.
  if (slot < plannedAt) return null;
  if (now - slot <= LATE_MS) return slot;
  return nextDue(grid, now) - now <= NEAR_MS ? null : slot;
}

/** When an alarm has to ring: the earliest of what is planned, null when nothing is. What is no time is passed over. */
export function earliest(times: Iterable<number>): number | null {
  let first: number | null = null;
  for (const time of times) if (Number.isFinite(time) && (first === null || time < first)) first = time;
  return first;
}

/** Whether a check goes on with another attempt, back to back. `retries` counts the first one too. */
export function hasNextAttempt(
  status: CheckStatus,
  { attempt, retries }: { attempt: number; retries: number },
) {
  return status === "down" && attempt < retries;
}
