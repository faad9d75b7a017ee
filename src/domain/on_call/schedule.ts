import { DAY_MS } from "../../lib/units.ts";
import { findHours, findTurn, type Rotation } from "./rotation.ts";

interface Override {
  userId: number;
  from: number;
  to: number;
}

export interface OnCallSchedule {
  timeZone: string;
  rotations: readonly Rotation[];
  overrides: readonly Override[];
}

/** Null where nobody is on call. */
interface Shift {
  userId: number | null;
  from: number;
  to: number;
  isOverride: boolean;
}

type Moment = Pick<Shift, "userId" | "isOverride"> & {
  /** Nothing changes before. */
  until: number;
};

/** How far ahead the end of a shift is looked for. */
export const AHEAD_MS = 92 * DAY_MS;

/** What a calendar shows: shifts of one person, and gaps, without interruption from `from` to `to`. */
export function listShifts(schedule: OnCallSchedule, { from, to }: { from: number; to: number }): Shift[] {
  const shifts: Shift[] = [];
  for (let at = from; at < to; ) {
    const { userId, isOverride, until } = lookAt(schedule, at);
    const end = Math.min(until, to);
    const last = shifts.at(-1);
    if (last && last.userId === userId && last.isOverride === isOverride) last.to = end;
    else shifts.push({ userId, from: at, to: end, isOverride });
    at = end;
  }
  return shifts;
}

interface Turn {
  userId: number | null;
  /** Null: for as long as is looked ahead. */
  until: number | null;
}

export function findTurns(
  schedule: OnCallSchedule,
  at: number,
): { now: Turn; next: { userId: number; from: number } | null } {
  const to = at + AHEAD_MS;
  const shifts = listShifts(schedule, { from: at, to });
  const userId = shifts[0]?.userId ?? null;
  const changed = shifts.find((shift) => shift.userId !== userId);
  const other = shifts.find((shift) => shift.userId !== null && shift.userId !== userId);
  return {
    now: { userId, until: changed?.from ?? null },
    next: other ? { userId: other.userId as number, from: other.from } : null,
  };
}

/** An override wins over all rotations, the one made last over others; of rotations, the last that covers the moment. */
function lookAt({ timeZone, rotations, overrides }: OnCallSchedule, at: number): Moment {
  const bounds = overrides.flatMap(({ from, to }) => [from, to]).filter((bound) => bound > at);
  let until = Math.min(at + AHEAD_MS, ...bounds);
  const override = overrides.findLast(({ from, to }) => from <= at && at < to);
  if (override) return { userId: override.userId, isOverride: true, until };
  for (const rotation of rotations.toReversed()) {
    if (at < rotation.startsAt) {
      until = Math.min(until, rotation.startsAt);
      continue;
    }
    const hours = findHours(rotation, timeZone, at);
    until = Math.min(until, hours.until ?? until);
    if (!hours.isCovered) continue;
    const turn = findTurn(rotation, timeZone, at);
    if (!turn) continue;
    return { userId: turn.userId, isOverride: false, until: Math.min(until, turn.until ?? until) };
  }
  return { userId: null, isOverride: false, until };
}
