const LOCALE = "en";

const UNITS = [
  ["year", 31_557_600_000],
  ["month", 2_629_800_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto" });
const exact = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "long" });

/** Clocks of two machines differ a little, and the one that is shown ticks only now and then. */
const SLACK_MS = 30_000;

/** "3 minutes ago", "in 2 days"; within the last minute "just now". */
export function formatRelative(at: number, now: number): string {
  const distance = at - now;
  for (const [unit, ms] of UNITS) {
    if (Math.abs(distance) >= ms) return relative.format(Math.round(distance / ms), unit);
  }
  return distance > SLACK_MS ? "in less than a minute" : "just now";
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

/** The last millisecond of that day; days differ in length where clocks change. */
export function parseDayEnd(day: string): number | null {
  const start = parseDay(day);
  if (start === null) return null;
  const date = new Date(start);
  date.setDate(date.getDate() + 1);
  return date.getTime() - 1;
}
