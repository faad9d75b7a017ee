import type { PublicRecurrence } from "../../src/schema/public_page.ts";
import { WEEKDAYS, type Weekday } from "../../src/schema/weekday.ts";
import { formatList, formatWeekday } from "./format_words.ts";

interface Wording {
  locale: string;
  t: (key: string, values?: Readonly<Record<string, string | number>>) => string;
}

export function formatRecurrence(recurrence: PublicRecurrence, wording: Wording): string {
  const { every, interval, timezone } = recurrence;
  const rhythm = { day: "everyDay", week: "everyWeek", month: "everyMonth" }[every];
  const key = `maintenance.${rhythm}${interval === 1 ? "" : "s"}`;
  const sentence = wording.t(key, { n: interval, days: formatDays(recurrence, wording) });
  return every === "day" ? sentence : `${sentence} (${timezone})`;
}

function formatDays({ weekdays, monthDay, nthWeekday }: PublicRecurrence, { t, locale }: Wording): string {
  const nameOf = (day: Weekday) => formatWeekday(WEEKDAYS.indexOf(day), locale);
  if (weekdays) return formatList(weekdays.map(nameOf), locale);
  if (nthWeekday) {
    const { nth, weekday } = nthWeekday;
    return t(`maintenance.nth${nth < 0 ? "Last" : nth}`, { day: nameOf(weekday) });
  }
  if (monthDay === undefined) return "";
  return monthDay < 0 ? t("maintenance.lastDay") : t("maintenance.monthDay", { n: monthDay });
}
