type DateStyle = "clock" | "time" | "day" | "dayTime" | "dateTime" | "month" | "date";

const STYLES: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  clock: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  time: { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short" },
  day: { day: "numeric", month: "short" },
  date: { day: "numeric", month: "long", year: "numeric" },
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

const dateFormats = new Map<string, Intl.DateTimeFormat>();

export interface DateWriting {
  locale: string;
  style: DateStyle;
  /** Undefined for the visitor's own. */
  timeZone: string | undefined;
}

export function formatDate(time: string | number, { locale, style, timeZone }: DateWriting): string {
  const key = `${locale} ${style} ${timeZone ?? ""}`;
  let format = dateFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(knownLocale(locale), { ...STYLES[style], timeZone });
    dateFormats.set(key, format);
  }
  return format.format(new Date(time));
}

/** Cut, not rounded: 100 % stands there only for a day without a gap. */
export function formatPercent(share: number, locale: string): string {
  const cut = Math.floor(share * 10_000 + 1e-7) / 10_000;
  const digits = cut === 1 ? 0 : 2;
  const format = { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(knownLocale(locale), format).format(cut);
}

export function formatNumber(value: number, locale: string): string {
  return new Intl.NumberFormat(knownLocale(locale), { maximumFractionDigits: 0 }).format(value);
}

export function pluralForm(n: number, locale: string): string {
  return new Intl.PluralRules(knownLocale(locale)).select(n);
}

/** Codes of languages are free: one that the platform does not know is written as English is. */
function knownLocale(locale: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([locale])[0] ?? "en";
  } catch {
    return "en";
  }
}
