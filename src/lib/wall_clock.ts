import { DAY_MS, MINUTE_MS } from "./units.ts";

const DAY_MINUTES = 1440;

const MOST_OFFSETS = 10_000;

const formats = new Map<string, Intl.DateTimeFormat>();
/** Formatting is slow, and calendars ask for the same minutes again and again. */
const offsets = new Map<string, number>();

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

/** Only named zones: an offset such as +01:00 has no clock changes. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

export function offsetMinutes(timezone: string, at: number): number {
  if (timezone === "UTC") return 0;
  const minute = Math.floor(at / MINUTE_MS);
  const key = `${timezone} ${minute}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const offset = readOffset(timezone, minute);
  if (offsets.size >= MOST_OFFSETS) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

function readOffset(timezone: string, minute: number): number {
  // formatToParts would take three times as long.
  const [month = 1, day, year = 0, hour, own] = (
    formatOf(timezone)
      .format(minute * MINUTE_MS)
      .match(/\d+/g) ?? []
  ).map(Number);
  const wall = Date.UTC(year, month - 1, day, hour, own);
  return wall / MINUTE_MS - minute;
}

export function minuteOfDay(timezone: string, at: number): number {
  const minute = Math.floor(at / MINUTE_MS) + offsetMinutes(timezone, at);
  return ((minute % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
}

export function dateAt(timezone: string, at: number): string {
  const wall = at + offsetMinutes(timezone, at) * MINUTE_MS;
  return new Date(wall).toISOString().slice(0, 10);
}

export function nextMidnight(timezone: string, at: number): number {
  if (timezone === "UTC") return (Math.floor(at / DAY_MS) + 1) * DAY_MS;
  const today = dateAt(timezone, at);
  let minute = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  for (;;) {
    const candidate = minute + (DAY_MINUTES - minuteOfDay(timezone, minute)) * MINUTE_MS;
    // Clocks that skip midnight start the day with the jump; those set back over it show it twice.
    const next = findOffsetChange(timezone, minute, candidate) ?? candidate;
    if (dateAt(timezone, next) > today) return next;
    minute = next;
  }
}

export function findOffsetChange(timezone: string, from: number, to: number): number | null {
  const before = offsetMinutes(timezone, from);
  if (offsetMinutes(timezone, to) === before) return null;
  let [low, high] = [from / MINUTE_MS, to / MINUTE_MS];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetMinutes(timezone, middle * MINUTE_MS) === before) low = middle;
    else high = middle;
  }
  return high * MINUTE_MS;
}
