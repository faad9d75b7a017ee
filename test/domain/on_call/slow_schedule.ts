import type { OnCallSchedule } from "../../../src/domain/on_call/schedule.ts";
import { DAY_MS, MINUTE_MS } from "../../../src/lib/units.ts";

const DAY = 1440;
const UNITS = { hour: 60, day: DAY, week: 7 * DAY };

interface ClockTable {
  from: number;
  /** The local clock at each minute, in minutes since 1970. */
  wall: Int32Array;
  reached: Int32Array;
  ahead: Int32Array;
}

/** Reads the platform's clock every quarter of an hour, and fills in the minutes between. */
export function readClocks(timeZone: string, { from, to }: { from: number; to: number }): ClockTable {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  const minutes = (to - from) / MINUTE_MS;
  const wall = new Int32Array(minutes);
  for (let i = 0; i < minutes; i += 15) {
    const shown = Date.parse(`${format.format(from + i * MINUTE_MS).replace(" ", "T")}:00Z`) / MINUTE_MS;
    for (let j = 0; j < 15; j++) wall[i + j] = shown + j;
  }
  const reached = wall.slice();
  for (let i = 1; i < minutes; i++) reached[i] = Math.max(reached[i]!, reached[i - 1]!);
  const ahead = wall.slice();
  for (let i = minutes - 2; i >= 0; i--) ahead[i] = Math.min(ahead[i]!, ahead[i + 1]!);
  return { from, wall, reached, ahead };
}

/** Evaluates a single minute, without date arithmetic. */
export function findSlowly(
  { rotations, overrides }: OnCallSchedule,
  clocks: ClockTable,
  at: number,
): number | null {
  const override = overrides.toReversed().find((one) => one.from <= at && at < one.to);
  if (override) return override.userId;
  const i = Math.floor((at - clocks.from) / MINUTE_MS);
  const reached = clocks.reached[i]!;
  const ahead = clocks.ahead[i]!;
  for (const { startsAt, shift, handoverAt, userIds, hours } of rotations.toReversed()) {
    if (at < startsAt) continue;
    if (hours && !hours.some((one) => covers(one, reached, ahead))) continue;
    const start = Math.floor((startsAt - clocks.from) / MINUTE_MS);
    const first = Math.floor(clocks.wall[start]! / DAY) * DAY + minutesOf(handoverAt);
    let [handovers, atStart] = [0, 0];
    for (
      let next = first + shift.every * UNITS[shift.unit];
      next <= reached;
      next += shift.every * UNITS[shift.unit]
    ) {
      handovers++;
      if (next <= clocks.reached[start]!) atStart++;
    }
    return userIds[(handovers - atStart) % userIds.length]!;
  }
  return null;
}

function covers(
  { days, from, to }: { days: readonly number[]; from: string; to: string },
  reached: number,
  ahead: number,
): boolean {
  for (let day = Math.floor(ahead / DAY) - 2; day <= Math.floor(reached / DAY); day++) {
    const weekday = new Date(day * DAY_MS).getUTCDay() || 7;
    if (!days.includes(weekday)) continue;
    const begins = day * DAY + minutesOf(from);
    const ends = day * DAY + minutesOf(to) + (minutesOf(to) > minutesOf(from) ? 0 : DAY);
    if (reached >= begins && ahead < ends) return true;
  }
  return false;
}

function minutesOf(clock: string): number {
  const [hours, minutes] = clock.split(":");
  return Number(hours) * 60 + Number(minutes);
}

export function listClockChanges({ from, wall }: ClockTable): number[] {
  const found: number[] = [];
  for (let i = 1; i < wall.length; i++) if (wall[i]! - wall[i - 1]! !== 1) found.push(from + i * MINUTE_MS);
  return found;
}
