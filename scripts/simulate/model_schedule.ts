import type { Schedule } from "./scenario_people.ts";

/* Who is on call, by walking the wall clock minute by minute. Shares no code with the product. */

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const DAY_MINUTES = 1440;
const DAY_MS = DAY_MINUTES * MINUTE_MS;

interface Shift {
  from: number;
  person: string | null;
}

export function walkSchedule(schedule: Schedule, to: number): Shift[] {
  const shifts: Shift[] = [];
  const start = Math.floor(schedule.startsAt / MINUTE_MS) * MINUTE_MS;
  const wallAt = makeWallClock(schedule.timeZone);
  const midnight = Math.floor(wallAt(start) / DAY_MINUTES) * DAY_MINUTES;
  const stepMinutes = schedule.everyHours * 60;
  let handover = midnight + minuteOf(schedule.handoverAt) + stepMinutes;
  while (handover <= wallAt(start)) handover += stepMinutes;
  let turn = 0;
  for (let at = start; at < to + 3 * DAY_MS; at += MINUTE_MS) {
    const wall = wallAt(at);
    while (wall >= handover) {
      turn += 1;
      handover += stepMinutes;
    }
    const person = isCovered(schedule, wall)
      ? (schedule.people[turn % schedule.people.length] ?? null)
      : null;
    if (shifts.at(-1)?.person !== person) shifts.push({ from: at, person });
  }
  return shifts;
}

export function personAt(shifts: readonly Shift[], at: number): string | null {
  return shifts.findLast(({ from }) => from <= at)?.person ?? null;
}

export function nextPersonAt(shifts: readonly Shift[], at: number): string | null {
  const current = personAt(shifts, at);
  return (
    shifts.find(({ from, person }) => from > at && person !== null && person !== current)?.person ?? null
  );
}

function isCovered({ hours }: Schedule, wall: number): boolean {
  if (!hours) return true;
  const [from, to] = [minuteOf(hours.from), minuteOf(hours.to)];
  const minute = wall % DAY_MINUTES;
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** Minutes on the zone's wall clock; offsets change at quarters of an hour only. */
function makeWallClock(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  let known = { quarter: -1, offset: 0 };
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MS);
    if (quarter !== known.quarter) {
      const text = new Map(
        format.formatToParts(quarter * QUARTER_MS).map(({ type, value }) => [type, value]),
      );
      const part = (type: Intl.DateTimeFormatPartTypes) => Number(text.get(type));
      const wall = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"));
      known = { quarter, offset: wall - quarter * QUARTER_MS };
    }
    return Math.floor((at + known.offset) / MINUTE_MS);
  };
}

function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}
