import { splitDuration } from "../../lib/duration.ts";
import { knownLocale } from "../../lib/known_locale.ts";

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Names the time zone, since emails are read anywhere. Cached: creating one is slow. */
export function longTimeFormat(code: string): Intl.DateTimeFormat {
  const formatter =
    formatters.get(code) ??
    new Intl.DateTimeFormat(knownLocale(code), {
      year: "numeric",
      month: "long",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone: "UTC",
      timeZoneName: "short",
    });
  formatters.set(code, formatter);
  return formatter;
}

export function formatLongDuration(ms: number, code: string = "en"): string {
  return splitDuration(Math.round(ms / 1000))
    .filter(({ unit }, i) => i === 0 || unit !== "second")
    .map(({ unit, count }) => formatUnit(count, unit, code))
    .join(" ");
}

function formatUnit(count: number, unit: string, code: string): string {
  return new Intl.NumberFormat(knownLocale(code), { style: "unit", unit, unitDisplay: "long" }).format(count);
}
