import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/lib/units.ts";
import { dateAt, offsetMinutes } from "../../src/lib/wall_clock.ts";
import { firstMomentOf, wallMinuteAt } from "../../src/lib/wall_time.ts";
import { makeDateFormat } from "./date_format.ts";
import { language } from "./language.ts";
import { text } from "./text.ts";
import { zone } from "./zone.ts";

const UNITS = [
  ["year", 31_557_600_000],
  ["month", 2_629_800_000],
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", MINUTE_MS],
  ["second", 1000],
] as const;

const SECOND = UNITS[5];

const timeOnly = makeDateFormat({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const dayAndTime = makeDateFormat({
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const exact = makeDateFormat({ dateStyle: "medium", timeStyle: "long", hourCycle: "h23" });

/** Clocks of two machines differ slightly, and the shown clock ticks rarely. */
export const JUST_NOW_MS = 10_000;

export function formatRelative(at: number, now: number): string {
  const distance = at - now;
  const size = Math.abs(distance);
  if (size < JUST_NOW_MS) return text.justNow;
  const fits = UNITS.findIndex(([, ms], i) => {
    const [, finer] = UNITS[i + 1] ?? [null, 1];
    return Math.round(size / finer) * finer >= ms;
  });
  const [unit, ms] = UNITS[fits] ?? SECOND;
  // Always numeric: a day ago isn't necessarily yesterday.
  return text.relative(Math.round(distance / ms), unit);
}

export function formatExact(at: number): string {
  return exact.format(at);
}

/** A day such as 2026-08-15, in the reader's time zone. */
export type Day = string;

export function dayOf(at: number): Day {
  return dateAt(zone(), at);
}

export function startOf(day: Day): number {
  return firstMomentOf(zone(), wallMinuteOf(`${day}T00:00`));
}

export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

export function parseDay(text: string): number | null {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? startOf(text) : null;
}

/** Days differ in length when clocks change, and some start at one o'clock. */
export function parseDayEnd(text: string): number | null {
  return parseDay(text) === null ? null : startOf(addDays(text, 1)) - 1;
}

/** Local hours may be offset from UTC's by half an hour. */
export function nextHour(now: number): number {
  const shift = offsetMinutes(zone(), now) * MINUTE_MS;
  return Math.ceil((now + shift) / HOUR_MS) * HOUR_MS - shift;
}

export function formatSpan(from: number, to: number): string {
  const isSameDay = dayOf(from) === dayOf(to);
  return `${dayAndTime.format(from)} – ${(isSameDay ? timeOnly : dayAndTime).format(to)}`;
}

export function formatMoment(at: number): string {
  return dayAndTime.format(at);
}

export function describeZone(at = Date.now()): string {
  const timeZone = zone();
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: "shortOffset" }).formatToParts(
    at,
  );
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value;
  return offset && timeZone !== "UTC" ? `${timeZone} (${offset})` : timeZone;
}

/** A datetime-local field has no zone: its value is in the reader's. */
export function toLocalInput(at: number): string {
  return new Date(wallMinuteAt(zone(), at) * MINUTE_MS).toISOString().slice(0, 16);
}

export function parseLocalInput(text: string): number | null {
  const wall = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? wallMinuteOf(text.slice(0, 16)) : Number.NaN;
  return Number.isNaN(wall) ? null : firstMomentOf(zone(), wall);
}

function wallMinuteOf(text: string): number {
  return Date.parse(`${text}Z`) / MINUTE_MS;
}
