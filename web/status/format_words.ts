import { knownLocale } from "../../src/lib/known_locale.ts";
import { once } from "./format.ts";

/** 0 is Monday. */
export function formatWeekday(day: number, locale: string, weekday: "long" | "narrow" = "long"): string {
  const format = once(
    `weekday ${locale} ${weekday}`,
    () => new Intl.DateTimeFormat(knownLocale(locale), { weekday, timeZone: "UTC" }),
  );
  return format.format(Date.UTC(2024, 0, 1 + day));
}

export function formatList(parts: readonly string[], locale: string): string {
  return once(`list ${locale}`, () => new Intl.ListFormat(knownLocale(locale))).format(parts);
}
