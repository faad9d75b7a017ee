import { MINUTE_MS } from "./units.ts";
import { isTimezone, offsetMinutes } from "./wall_clock.ts";

/** A locale has short names only for its own country's zones, such as CET, EST and AEDT. */
const LOCALES = ["en-GB", "en-US", "en-AU"];

export function formatTime(at: number, wanted = "UTC"): string {
  const timeZone = isTimezone(wanted) ? wanted : "UTC";
  const wall = new Date(at + offsetMinutes(timeZone, at) * MINUTE_MS);
  return `${wall.toISOString().slice(0, 16).replace("T", " ")} ${shortName(timeZone, at)}`;
}

function shortName(timeZone: string, at: number): string | undefined {
  if (timeZone === "UTC") return timeZone;
  const names = LOCALES.map(
    (locale) =>
      new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "short" })
        .formatToParts(at)
        .find(({ type }) => type === "timeZoneName")?.value,
  );
  return names.find((name) => name && !/\d/.test(name)) ?? names[0];
}
