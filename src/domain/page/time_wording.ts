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
