import type { MonitorReport } from "../../../src/schema/report.ts";
import { text } from "../text/report.ts";
import { leftShare } from "./budget.ts";

export type SortKey = keyof typeof text.sorts;
export const SORT_KEYS = Object.keys(text.sorts) as readonly SortKey[];

export interface Sorting {
  key: SortKey;
  isDescending: boolean;
}

export function parseSorting(text: string): Sorting {
  const key = SORT_KEYS.find((known) => known === text.replace(/^-/, ""));
  return key ? { key, isDescending: text.startsWith("-") } : { key: "name", isDescending: false };
}

export function formatSorting({ key, isDescending }: Sorting): string {
  if (key === "name" && !isDescending) return "";
  return isDescending ? `-${key}` : key;
}

export function sortReports(
  reports: readonly MonitorReport[],
  { key, isDescending }: Sorting,
  targetOf: (id: number) => number,
): MonitorReport[] {
  const figureOf = (report: MonitorReport) => numberOf(report, key, targetOf(report.id));
  const sign = isDescending ? -1 : 1;
  const byName = (a: MonitorReport, b: MonitorReport) => a.name.localeCompare(b.name) || a.id - b.id;
  if (key === "name") return [...reports].sort((a, b) => sign * byName(a, b));
  return reports
    .map((report) => ({ report, value: figureOf(report) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null)
        return Number(a.value === null) - Number(b.value === null) || byName(a.report, b.report);
      return sign * (a.value - b.value) || byName(a.report, b.report);
    })
    .map(({ report }) => report);
}

function numberOf(report: MonitorReport, key: SortKey, target: number): number | null {
  const { uptime, seconds, outages, mttrSeconds, response } = report;
  switch (key) {
    case "uptime":
      return uptime;
    case "down":
      return seconds.down + seconds.affected;
    case "outages":
      return outages;
    case "recovery":
      return mttrSeconds;
    case "response":
      return response.avg;
    case "budget":
      return leftShare(seconds, target);
    case "name":
      return null;
  }
}
