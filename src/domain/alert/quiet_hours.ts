import { MINUTE_MS } from "../../lib/units.ts";
import { findOffsetChange, minuteOfDay } from "../../lib/wall_clock.ts";
import type { AlertPolicy } from "../../schema/alert_policy.ts";

type QuietHours = AlertPolicy["quietHours"];

const DAY_MINUTES = 1440;

/** Null outside quiet hours. Read from the wall clock: where clocks skip the end, quiet hours end a minute after. */
export function quietUntil({ enabled, start, end, timezone }: QuietHours, at: number): number | null {
  if (!enabled) return null;
  const [from, to] = [minutesOf(start), minutesOf(end)];
  const isQuiet = (moment: number) => isInside(minuteOfDay(timezone, moment), { from, to });
  if (!isQuiet(at)) return null;
  let minute = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  for (;;) {
    const candidate = minute + minutesUntil(to, minuteOfDay(timezone, minute)) * MINUTE_MS;
    const change = findOffsetChange(timezone, minute, candidate);
    if (change === null) return candidate;
    if (!isQuiet(change) || leavesOut(to, timezone, change)) return change;
    minute = change;
  }
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}

function isInside(minute: number, { from, to }: { from: number; to: number }): boolean {
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

function leavesOut(minute: number, timezone: string, change: number): boolean {
  const before = minuteOfDay(timezone, change - MINUTE_MS);
  const leap = (minuteOfDay(timezone, change) - before + DAY_MINUTES) % DAY_MINUTES;
  return leap < DAY_MINUTES / 2 && minutesUntil(minute, before) <= leap;
}

function minutesUntil(to: number, minute: number): number {
  return (to - minute + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
}
