import { firstMomentOf, lastMomentOf, wallMinuteAt } from "../../lib/wall_time.ts";

const DAY_MINUTES = 1440;
const UNIT_MINUTES = { hour: 60, day: DAY_MINUTES, week: 7 * DAY_MINUTES } as const;

interface Hours {
  /** 1 is Monday. */
  days: readonly number[];
  from: string;
  /** On the next day if it is not later than `from`. */
  to: string;
}

export interface Rotation {
  name: string;
  startsAt: number;
  shift: { every: number; unit: keyof typeof UNIT_MINUTES };
  handoverAt: string;
  userIds: readonly number[];
  hours?: readonly Hours[] | undefined;
}

/**
 * Handovers keep to the wall clock: they are counted from `handoverAt` on the day the rotation starts, so a day with a
 * clock change is an hour shorter or longer and moves none of them.
 */
export function findTurn(
  rotation: Rotation,
  timeZone: string,
  at: number,
): { userId: number; until: number | null } | null {
  const { startsAt, userIds } = rotation;
  if (at < startsAt || userIds.length === 0) return null;
  const handovers = handoversOf(rotation, timeZone);
  const number = handovers.countUntil(at);
  const turn = (number - handovers.countUntil(startsAt)) % userIds.length;
  const userId = userIds[turn] as number;
  return { userId, until: userIds.length === 1 ? null : handovers.momentOf(number + 1) };
}

export function findHours(
  { hours }: Pick<Rotation, "hours">,
  timeZone: string,
  at: number,
): { isCovered: boolean; until: number | null } {
  if (!hours || hours.length === 0) return { isCovered: true, until: null };
  const today = Math.floor(wallMinuteAt(timeZone, at) / DAY_MINUTES);
  const spans = hours.flatMap((one) => spansOf(one, timeZone, today));
  const covering = spans.filter(({ from, to }) => from <= at && at < to);
  if (covering.length > 0) return { isCovered: true, until: Math.min(...covering.map(({ to }) => to)) };
  const ahead = spans.map(({ from }) => from).filter((from) => from > at);
  return { isCovered: false, until: Math.min(...ahead) };
}

function handoversOf({ shift, startsAt, handoverAt }: Rotation, timeZone: string) {
  const step = shift.every * UNIT_MINUTES[shift.unit];
  const firstDay = Math.floor(wallMinuteAt(timeZone, startsAt) / DAY_MINUTES);
  const anchor = firstDay * DAY_MINUTES + minutesOf(handoverAt);
  const momentOf = (number: number) => firstMomentOf(timeZone, anchor + number * step);
  const countUntil = (at: number) => {
    let number = Math.max(0, Math.floor((wallMinuteAt(timeZone, at) - anchor) / step));
    while (momentOf(number + 1) <= at) number++;
    return number;
  };
  return { momentOf, countUntil };
}

/** Starts at the first and ends at the last occurrence of a time, so neighbouring hours leave no gap. */
function spansOf({ days, from, to }: Hours, timeZone: string, today: number) {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  const length = end > start ? end - start : end - start + DAY_MINUTES;
  return Array.from({ length: 10 }, (_, i) => today - 2 + i)
    .filter((day) => days.includes(weekdayOf(day)))
    .map((day) => {
      const begins = day * DAY_MINUTES + start;
      return { from: firstMomentOf(timeZone, begins), to: lastMomentOf(timeZone, begins + length) };
    })
    .filter((span) => span.to > span.from);
}

/** The first day of 1970 was a Thursday. */
function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}
