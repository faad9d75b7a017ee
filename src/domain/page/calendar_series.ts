import { DAY_MS, MINUTE_MS } from "../../lib/units.ts";
import { findOffsetChange, offsetMinutes } from "../../lib/wall_clock.ts";
import type { Recurrence } from "../../schema/recurrence.ts";
import type { Weekday } from "../../schema/weekday.ts";
import { momentAt, wallAt } from "../incident/recurrence.ts";
import { planOccurrences, type SeriesWindow } from "../incident/series.ts";

export interface CalendarSeries {
  timezone: string;
  from: string;
  to: string;
  rule: string;
  skipped: string[];
  others: { at: string; from: string; to: string }[];
}

const LOOK_AHEAD_MS = 3 * 366 * DAY_MS;
const STEP_MS = 7 * DAY_MS;

export function toCalendarSeries(window: SeriesWindow, now: number): CalendarSeries {
  const { series, startsAt, endsAt } = window;
  const { timezone, recurrence, exceptions } = series;
  const local = (at: number) => formatWall(wallAt(timezone, at));
  const moved = exceptions.flatMap(({ at, moved }) => (moved ? [{ at, ...moved }] : []));
  const shifted = planOccurrences(window, now).filter((one) => {
    return !one.isMoved && one.at !== startsAt && !isAsRead(one, window);
  });
  return {
    timezone,
    from: local(startsAt),
    to: local(endsAt),
    rule: formatRule(recurrence),
    skipped: exceptions.filter((one) => one.moved === null).map(({ at }) => ruleTime(at, window)),
    others: [...moved, ...shifted].map((one) => ({
      at: ruleTime(one.at, window),
      from: local(one.startsAt),
      to: local(one.endsAt),
    })),
  };
}

/** Calendars keep the first occurrence's length and read skipped local times by the offset before the change. */
function isAsRead(
  one: { startsAt: number; endsAt: number },
  { startsAt, endsAt, series }: SeriesWindow,
): boolean {
  const timeOf = (at: number) => wallAt(series.timezone, at) % DAY_MS;
  return timeOf(one.startsAt) === timeOf(startsAt) && one.endsAt - one.startsAt === endsAt - startsAt;
}

/** The RECURRENCE-ID: a local time skipped by a clock change still names its occurrence. */
function ruleTime(at: number, { startsAt, series }: SeriesWindow): string {
  const { timezone } = series;
  const [wall, first] = [wallAt(timezone, at), wallAt(timezone, startsAt)];
  const meant = wall - (wall % DAY_MS) + (first % DAY_MS);
  const days = [meant, meant - DAY_MS, meant + DAY_MS];
  return formatWall(days.find((day) => momentAt(timezone, day) === at) ?? wall);
}

function formatRule({ every, interval, weekdays, monthDay, nthWeekday, until, count }: Recurrence): string {
  const frequency = { day: "DAILY", week: "WEEKLY", month: "MONTHLY" }[every];
  return [
    `FREQ=${frequency}`,
    ...(interval === 1 ? [] : [`INTERVAL=${interval}`]),
    ...(every === "week" ? ["WKST=MO"] : []),
    ...(weekdays ? [`BYDAY=${weekdays.map(codeOf).join(",")}`] : []),
    ...(monthDay === undefined ? [] : [`BYMONTHDAY=${monthDay}`]),
    ...(nthWeekday ? [`BYDAY=${nthWeekday.nth}${codeOf(nthWeekday.weekday)}`] : []),
    ...(until === undefined ? [] : [`UNTIL=${formatWall(Math.floor(until / 1000) * 1000)}Z`]),
    ...(count === undefined ? [] : [`COUNT=${count}`]),
  ].join(";");
}

function codeOf(weekday: Weekday): string {
  return weekday.slice(0, 2).toUpperCase();
}

function formatWall(wall: number): string {
  return new Date(wall)
    .toISOString()
    .replace(/\.\d+Z/, "")
    .replace(/[-:]/g, "");
}

export function zoneLines(timezone: string, { from, now }: { from: number; now: number }): string[] {
  const begin = Math.floor((from - DAY_MS) / MINUTE_MS) * MINUTE_MS;
  const lines = ["BEGIN:VTIMEZONE", `TZID:${timezone}`];
  const first = offsetMinutes(timezone, begin);
  lines.push(...observance(begin, { before: first, after: first }));
  for (let at = begin; at < now + LOOK_AHEAD_MS; at += STEP_MS) {
    const change = findOffsetChange(timezone, at, at + STEP_MS);
    if (change === null) continue;
    const [before, after] = [offsetMinutes(timezone, at), offsetMinutes(timezone, change)];
    lines.push(...observance(change, { before, after }));
  }
  return [...lines, "END:VTIMEZONE"];
}

function observance(at: number, { before, after }: { before: number; after: number }): string[] {
  const name = after > before ? "DAYLIGHT" : "STANDARD";
  return [
    `BEGIN:${name}`,
    `DTSTART:${formatWall(at + before * MINUTE_MS)}`,
    `TZOFFSETFROM:${formatOffset(before)}`,
    `TZOFFSETTO:${formatOffset(after)}`,
    `END:${name}`,
  ];
}

function formatOffset(minutes: number): string {
  const size = Math.abs(minutes);
  const digits = [Math.floor(size / 60), size % 60].map((number) => String(number).padStart(2, "0"));
  return `${minutes < 0 ? "-" : "+"}${digits.join("")}`;
}
