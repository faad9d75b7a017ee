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

interface Shift {
  userId: number | null;
  from: number;
  to: number;
  isOverride: boolean;
}

type Moment = Pick<Shift, "userId" | "isOverride"> & {
  until: number;
};

export const AHEAD_MS = 92 * DAY_MS;

export function listShifts(schedule: OnCallSchedule, span: { from: number; to: number }): Shift[] {
  return [...walkShifts(schedule, span)];
}

function* walkShifts(schedule: OnCallSchedule, { from, to }: { from: number; to: number }): Generator<Shift> {
  let last: Shift | undefined;
  for (let at = from; at < to; ) {
    const { userId, isOverride, until } = lookAt(schedule, at);
    const end = Math.min(until, to);
    if (last?.userId === userId && last.isOverride === isOverride) last.to = end;
    else {
      if (last) yield last;
      last = { userId, from: at, to: end, isOverride };
    }
    at = end;
  }
  if (last) yield last;
}

interface Turn {
  userId: number | null;
  until: number | null;
}

export function findTurns(
  schedule: OnCallSchedule,
  at: number,
): { now: Turn; next: { userId: number; from: number } | null } {
  const { userId } = lookAt(schedule, at);
  let until: number | null = null;
  for (const shift of walkShifts(schedule, { from: at, to: at + AHEAD_MS })) {
    if (shift.userId === userId) continue;
    until ??= shift.from;
    if (shift.userId !== null)
      return { now: { userId, until }, next: { userId: shift.userId, from: shift.from } };
  }
  return { now: { userId, until }, next: null };
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
