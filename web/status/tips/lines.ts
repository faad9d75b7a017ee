import { type BarDay, readDays } from "../blocks/bar_days.ts";
import { readPoints } from "../blocks/chart_points.ts";
import { type DateWriting, formatDate, formatNumber, formatPercent } from "../format.ts";
import { localeOf, rootOf, stateOfPage, word } from "../live/state.ts";

const DAY_MS = 86_400_000;

export function countOf({ dataset }: HTMLElement): number {
  const { days, points } = dataset;
  return days === undefined ? readPoints(points ?? "").points.length : readDays(days).length;
}

export function linesOf({ dataset }: HTMLElement, index: number): string[] {
  if (dataset["days"] === undefined) return linesOfPoint(dataset, index);
  const days = readDays(dataset["days"]);
  const day = days[index];
  return day ? [nameOfDay(days.length - 1 - index), ...linesOfDay(day)] : [];
}

function linesOfDay({ status, uptime, incidents }: BarDay): string[] {
  const text = word(`uptime.day.${status}`);
  const state = uptime === null ? text : `${text} · ${formatPercent(uptime, localeOf())}`;
  const { titles } = stateOfPage();
  return [state, ...incidents.map((id) => titles[id] ?? "")];
}

/** Days are in UTC, where it may be tomorrow, so the last one counts as today. */
function nameOfDay(before: number): string {
  if (before === 0) return word("uptime.today");
  const at = Date.parse(rootOf()?.dataset["day"] ?? "") - before * DAY_MS;
  const style = new Date(at).getTimezoneOffset() === 0 ? "day" : "dayZone";
  return formatDate(at, { locale: localeOf(), style, timeZone: "UTC" });
}

function linesOfPoint({ points = "", hours }: DOMStringMap, index: number): string[] {
  const { from, stepMs, points: all } = readPoints(points);
  const { value = null, isDown = false } = all[index] ?? {};
  const style: DateWriting["style"] = Number(hours) <= 24 ? "time" : "dayTime";
  const locale = localeOf();
  const time = formatDate(from + index * stepMs, { locale, style, timeZone: undefined });
  const figure =
    value === null ? word("chart.noValue") : word("page.responseTime", { n: formatNumber(value, locale) });
  return isDown ? [time, figure, word("status.down")] : [time, figure];
}
