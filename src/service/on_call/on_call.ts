import { readSchedules } from "../../data/schedule.ts";
import { AHEAD_MS, findTurns, listShifts, type OnCallSchedule } from "../../domain/on_call/schedule.ts";
import { invalidField } from "../../lib/errors.ts";
import { DAY_MS } from "../../lib/units.ts";
import type { OnCall, OwnShifts, SchedulePreview, ShiftResponse } from "../../schema/schedule.ts";
import { type Context, userOf } from "../context.ts";
import { getStored } from "./schedule.ts";
import { type People, personOf } from "./view.ts";

const LONGEST_MS = 92 * DAY_MS;

interface Span {
  from: number;
  to: number;
}

export async function getOnCall({ db, now }: Context): Promise<OnCall> {
  const { schedules, people } = await readSchedules(db);
  const turns = schedules.map((schedule) => ({ schedule, ...findTurns(schedule, now) }));
  return {
    now: turns.map(({ schedule, now: { userId, until } }) => ({
      scheduleKey: schedule.key,
      scheduleName: schedule.name,
      user: userId === null ? null : personOf(people, userId),
      until,
      handover: schedule.handover,
    })),
    next: turns.flatMap(({ schedule, next }) =>
      next ? [{ scheduleKey: schedule.key, user: personOf(people, next.userId), from: next.from }] : [],
    ),
  };
}

export async function listScheduleShifts(
  context: Context,
  key: string,
  span: Span,
): Promise<ShiftResponse[]> {
  checkSpan(span);
  const { schedule, people } = await getStored(context, key);
  return toShifts(schedule, people, span);
}

export async function previewShifts(
  { db }: Context,
  { from, to, ...schedule }: SchedulePreview,
): Promise<ShiftResponse[]> {
  checkSpan({ from, to });
  const { people } = await readSchedules(db);
  return toShifts(schedule, people, { from, to });
}

export async function listOwnShifts(context: Context): Promise<OwnShifts> {
  const { db, now } = context;
  const { id } = userOf(context).user;
  const { schedules } = await readSchedules(db);
  const span = { from: now - AHEAD_MS, to: now + AHEAD_MS };
  return schedules
    .flatMap((schedule) =>
      listShifts(schedule, span)
        .filter(({ userId, to }) => userId === id && to > now)
        .map((shift) => ({ schedule, ...shift })),
    )
    .sort((a, b) => a.from - b.from)
    .map(({ schedule, from, to }) => ({
      scheduleKey: schedule.key,
      scheduleName: schedule.name,
      from: from === span.from ? null : from,
      to: to === span.to ? null : to,
    }));
}

function toShifts(schedule: OnCallSchedule, people: People, span: Span): ShiftResponse[] {
  return listShifts(schedule, span).map(({ userId, ...shift }) => ({
    ...shift,
    user: userId === null ? null : personOf(people, userId),
  }));
}

export function checkSpan({ from, to }: Span): void {
  if (to <= from) throw invalidField("to", "Use an end after the start.");
  if (to - from > LONGEST_MS) throw invalidField("to", "Request at most 92 days.");
}
