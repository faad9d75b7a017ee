import { DAY_MS, MINUTE_MS } from "./units.ts";
import { findOffsetChange, offsetMinutes } from "./wall_clock.ts";

/*
 * Wall times are counted in minutes since 1970 as a clock in the zone shows them. Where clocks are set back, a time
 * occurs twice; where they are set forward, the moment of the change stands for the times that don't occur.
 */

export function firstMomentOf(timezone: string, wallMinute: number): number {
  const { before, after, change } = offsetsNear(timezone, wallMinute);
  const early = (wallMinute - before) * MINUTE_MS;
  return change === null || early < change ? early : Math.max(change, (wallMinute - after) * MINUTE_MS);
}

export function lastMomentOf(timezone: string, wallMinute: number): number {
  const { before, after, change } = offsetsNear(timezone, wallMinute);
  const late = (wallMinute - after) * MINUTE_MS;
  return change === null || late >= change ? late : Math.min(change, (wallMinute - before) * MINUTE_MS);
}

export function wallMinuteAt(timezone: string, at: number): number {
  return Math.floor(at / MINUTE_MS) + offsetMinutes(timezone, at);
}

function offsetsNear(timezone: string, wallMinute: number) {
  const [from, to] = [wallMinute * MINUTE_MS - DAY_MS, wallMinute * MINUTE_MS + DAY_MS];
  const [before, after] = [offsetMinutes(timezone, from), offsetMinutes(timezone, to)];
  return { before, after, change: before === after ? null : findOffsetChange(timezone, from, to) };
}
