import { knownLocale } from "../../src/lib/known_locale.ts";

type DateStyle = "clock" | "time" | "day" | "dayZone" | "dayTime" | "fullTime" | "dateTime" | "month";

const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const day = { day: "numeric", month: "short" } as const;
const fullTime = { ...day, year: "numeric", ...clock } as const;

const STYLES: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  clock,
  time: { ...clock, timeZoneName: "short" },
  day,
  dayZone: { ...day, timeZoneName: "short" },
  dayTime: { ...day, ...clock },
  fullTime,
  dateTime: { ...fullTime, timeZoneName: "short" },
  month: { month: "long", year: "numeric" },
};

/** Creating an Intl format costs a thousand times as much as using it. */
const made = new Map<string, unknown>();

export function once<T>(key: string, make: () => T): T {
  if (!made.has(key)) made.set(key, make());
  return made.get(key) as T;
}

export interface DateWriting {
  locale: string;
  style: DateStyle;
  timeZone: string | undefined;
}

export function formatDate(time: string | number, { locale, style, timeZone }: DateWriting): string {
  const format = once(
    `date ${locale} ${style} ${timeZone}`,
    () => new Intl.DateTimeFormat(knownLocale(locale), { ...STYLES[style], timeZone }),
  );
  return format.format(new Date(time));
}

/** Truncated, not rounded: 100% means no gap at all. */
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

export function pluralForm(n: number, locale: string): string {
  return once(`plural ${locale}`, () => new Intl.PluralRules(knownLocale(locale))).select(n);
}

/** Only uses Date: creating the first Intl format takes a slow machine 100 ms. */
export function isElsewhere(): boolean {
  return [0, 6].some((month) => new Date(2026, month).getTimezoneOffset() !== 0);
}
