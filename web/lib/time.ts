import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/lib/units.ts";
import { makeDateFormat } from "./date_format.ts";
import { language } from "./language.ts";
import { text } from "./text.ts";

const UNITS = [
  ["year", 31_557_600_000],
  ["month", 2_629_800_000],
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", MINUTE_MS],
  ["second", 1000],
] as const;

const SECOND = UNITS[5];

/** In numbers: a day ago need not be yesterday, nor is a month from now the next month. */
let relative: Intl.RelativeTimeFormat | undefined;
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

/** Clocks of two machines differ a little, and the one that is shown ticks only now and then. */
export const JUST_NOW_MS = 10_000;

/** "3 minutes ago", "in 2 days", "25 seconds ago"; under ten seconds "just now". */
export function formatRelative(at: number, now: number): string {
  const distance = at - now;
  const size = Math.abs(distance);
  if (size < JUST_NOW_MS) return text.justNow;
  // What rounds to sixty minutes is an hour.
  const fits = UNITS.findIndex(([, ms], i) => {
    const [, finer] = UNITS[i + 1] ?? [null, 1];
    return Math.round(size / finer) * finer >= ms;
  });
  const [unit, ms] = UNITS[fits] ?? SECOND;
  relative ??= new Intl.RelativeTimeFormat(language, { numeric: "always" });
  return relative.format(Math.round(distance / ms), unit);
}

/** With the zone, so that nobody has to guess whose time it is. */
export function formatExact(at: number): string {
  return exact.format(at);
}

/** The first millisecond of the day that a date field names, or null when it names none. */
export function parseDay(day: string): number | null {
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? new Date(`${day}T00:00:00`).getTime() : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** The last millisecond of that day; days differ in length where clocks change, and some begin at one o'clock. */
export function parseDayEnd(day: string): number | null {
  const start = parseDay(day);
  return start === null ? null : nextDay(new Date(start)).getTime() - 1;
}

/** When the day after this one's begins. */
export function nextDay(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1);
}

/** When the next hour begins on the clock here, which may be half an hour off that of UTC. */
export function nextHour(now: number): number {
  const shift = new Date(now).getTimezoneOffset() * MINUTE_MS;
  return Math.ceil((now - shift) / HOUR_MS) * HOUR_MS + shift;
}

/** A time and, only where it is another day than the first, its date. */
export function formatSpan(from: number, to: number): string {
  const isSameDay = new Date(from).toDateString() === new Date(to).toDateString();
  return `${dayAndTime.format(from)} – ${(isSameDay ? timeOnly : dayAndTime).format(to)}`;
}

export function formatMoment(at: number): string {
  return dayAndTime.format(at);
}

/** The zone that times are written in here, such as "Europe/Warsaw (GMT+2)". */
export function describeZone(at = Date.now()): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: "shortOffset" }).formatToParts(at);
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value;
  return offset && timeZone !== "UTC" ? `${timeZone} (${offset})` : timeZone;
}

/** For a field of date and time, which knows no zone: the operator's own. */
export function toLocalInput(at: number): string {
  const date = new Date(at);
  const local = new Date(at - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** What such a field holds, or null while it is not whole. */
export function parseLocalInput(text: string): number | null {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? new Date(text).getTime() : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
