import { knownLocale } from "../../src/lib/known_locale.ts";

type DateStyle = "clock" | "time" | "day" | "dayZone" | "dayTime" | "dateTime" | "month";

const STYLES: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  clock: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  time: { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short" },
  day: { day: "numeric", month: "short" },
  dayZone: { day: "numeric", month: "short", timeZoneName: "short" },
  dayTime: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  dateTime: {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  },
  month: { month: "long", year: "numeric" },
};

/** Making a format costs a thousand times what using it does. */
const made = new Map<string, unknown>();

function once<T>(key: string, make: () => T): T {
  if (!made.has(key)) made.set(key, make());
  return made.get(key) as T;
}

export interface DateWriting {
  locale: string;
  style: DateStyle;
  /** Undefined for the visitor's own. */
  timeZone: string | undefined;
}

export function formatDate(time: string | number, { locale, style, timeZone }: DateWriting): string {
  const format = once(
    `date ${locale} ${style} ${timeZone}`,
    () => new Intl.DateTimeFormat(knownLocale(locale), { ...STYLES[style], timeZone }),
  );
  return format.format(new Date(time));
}

/** Cut, not rounded: 100 % stands there only for a time without a gap. */
export function formatPercent(share: number, locale: string): string {
  const cut = Math.floor(share * 10_000 + 1e-7) / 10_000;
  const minimumFractionDigits = cut === 1 ? 0 : 2;
  const options = { style: "percent", minimumFractionDigits, maximumFractionDigits: 2 } as const;
  return once(
    `percent ${locale} ${minimumFractionDigits}`,
    () => new Intl.NumberFormat(knownLocale(locale), options),
  ).format(cut);
}

export function formatNumber(value: number, locale: string): string {
  return once(
    `number ${locale}`,
    () => new Intl.NumberFormat(knownLocale(locale), { maximumFractionDigits: 0 }),
  ).format(value);
}

/** From 0 for Monday. */
export function formatWeekday(day: number, locale: string): string {
  const format = once(
    `weekday ${locale}`,
    () => new Intl.DateTimeFormat(knownLocale(locale), { weekday: "long", timeZone: "UTC" }),
  );
  return format.format(Date.UTC(2024, 0, 1 + day));
}

export function formatList(parts: readonly string[], locale: string): string {
  return once(`list ${locale}`, () => new Intl.ListFormat(knownLocale(locale))).format(parts);
}

export function pluralForm(n: number, locale: string): string {
  return once(`plural ${locale}`, () => new Intl.PluralRules(knownLocale(locale))).select(n);
}

/** Asked of the clock alone, as the first format of all takes a slow machine a tenth of a second. */
export function isElsewhere(): boolean {
  return [0, 6].some((month) => new Date(2026, month).getTimezoneOffset() !== 0);
}
