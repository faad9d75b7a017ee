import { MINUTE_MS } from "./units.ts";

const DAY_MINUTES = 1440;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: timezone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    });
    formats.set(timezone, format);
  }
  return format;
}

/** By name: an offset such as +01:00 is no place whose clocks change. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** How far the wall clock is ahead of UTC at that moment, in minutes. */
export function offsetMinutes(timezone: string, at: number): number {
  const minute = Math.floor(at / MINUTE_MS);
  const parts = new Map(
    formatOf(timezone)
      .formatToParts(minute * MINUTE_MS)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const wall = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"));
  return wall / MINUTE_MS - minute;
}

/** What the wall clock shows, as minutes since midnight. */
export function minuteOfDay(timezone: string, at: number): number {
  const minute = Math.floor(at / MINUTE_MS) + offsetMinutes(timezone, at);
  return ((minute % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
}
