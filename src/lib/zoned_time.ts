import { isTimezone } from "./wall_clock.ts";

/** Each has short names only for zones of its own country, such as CET, EST and AEDT. */
const LOCALES = ["en-GB", "en-US", "en-AU"];

const formats = new Map<string, readonly Intl.DateTimeFormat[]>();

export function formatTime(at: number, timeZone = "UTC"): string {
  if (timeZone === "UTC" || !isTimezone(timeZone))
    return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const written = formatsOf(timeZone).map((format) => partsOf(format, at));
  const hasName = (parts: Parts) => !/\d/.test(parts.timeZoneName ?? "");
  const { year, month, day, hour, minute, timeZoneName } = written.find(hasName) ?? written[0] ?? {};
  return `${year}-${month}-${day} ${hour}:${minute} ${timeZoneName}`;
}

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>;

function partsOf(format: Intl.DateTimeFormat, at: number): Parts {
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
}

function formatsOf(timeZone: string): readonly Intl.DateTimeFormat[] {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = LOCALES.map(
    (locale) =>
      new Intl.DateTimeFormat(locale, {
        timeZone,
        hourCycle: "h23",
        year: "numeric",
        month: "2-digit",
        day: "2-digit",
        hour: "2-digit",
        minute: "2-digit",
        timeZoneName: "short",
      }),
  );
  formats.set(timeZone, made);
  return made;
}
