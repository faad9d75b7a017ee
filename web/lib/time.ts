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

/** Always numeric: a day ago isn't necessarily yesterday. */
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
  relative ??= new Intl.RelativeTimeFormat(language, { numeric: "always" });
  return relative.format(Math.round(distance / ms), unit);
}

export function formatExact(at: number): string {
  return exact.format(at);
}

export function parseDay(day: string): number | null {
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? new Date(`${day}T00:00:00`).getTime() : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** Days differ in length when clocks change, and some start at one o'clock. */
export function parseDayEnd(day: string): number | null {
  const start = parseDay(day);
  return start === null ? null : nextDay(new Date(start)).getTime() - 1;
}

export function nextDay(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1);
}

/** Local hours may be offset from UTC's by half an hour. */
export function nextHour(now: number): number {
  const shift = new Date(now).getTimezoneOffset() * MINUTE_MS;
  return Math.ceil((now - shift) / HOUR_MS) * HOUR_MS + shift;
}

export function formatSpan(from: number, to: number): string {
  const isSameDay = new Date(from).toDateString() === new Date(to).toDateString();
  return `${dayAndTime.format(from)} – ${(isSameDay ? timeOnly : dayAndTime).format(to)}`;
}

export function formatMoment(at: number): string {
  return dayAndTime.format(at);
}

export function describeZone(at = Date.now()): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: "shortOffset" }).formatToParts(at);
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value;
  return offset && timeZone !== "UTC" ? `${timeZone} (${offset})` : timeZone;
}

/** A datetime-local field has no zone: its value is in the operator's. */
export function toLocalInput(at: number): string {
  const date = new Date(at);
  const local = new Date(at - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

export function parseLocalInput(text: string): number | null {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? new Date(text).getTime() : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
