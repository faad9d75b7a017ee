import type { MonitorReport } from "../../schema/report.ts";
import { hoursWithin, mergeAll } from "./response_block.ts";
import { type ResponseDay, type ResponseTimes, summariseResponses } from "./response_times.ts";
import {
  computeDailyUptime,
  computeUptime,
  type DayStart,
  type OpenSegment,
  type Segment,
  type Span,
  withOpen,
} from "./uptime.ts";

export interface ReportParts {
  segments: readonly Segment[];
  open: OpenSegment | null;
  knownUntil: number;
  windows: readonly Span[];
  times: readonly ResponseTimes[];
  days: ReadonlyMap<number, ResponseDay>;
}

type Figures = Omit<MonitorReport, "id" | "name">;

export function makeReport(
  { segments, open, knownUntil, windows, times, days }: ReportParts,
  span: Span,
  starts: readonly DayStart[] | null,
): Figures {
  const rows = withOpen(segments, open);
  const options = { ...span, windows, knownUntil };
  const hours = [...days].flatMap(([day, own]) => [...hoursWithin(day, own, span)]);
  const { avg, p95 } = summariseResponses(mergeAll([...times, ...hours]));
  const total: Figures = { ...computeUptime(rows, options), response: { avg, p95 } };
  return starts === null ? total : { ...total, days: computeDailyUptime(rows, options, starts) };
}

export function makeWindowFinder(
  windows: readonly {
    startsAt: number;
    endsAt: number;
    allMonitors: boolean;
    monitorIds: readonly number[];
  }[],
): (monitorId: number) => readonly Span[] {
  const ofAll: Span[] = [];
  const ofOne = new Map<number, Span[]>();
  for (const { startsAt: from, endsAt: to, allMonitors, monitorIds } of windows) {
    if (allMonitors) ofAll.push({ from, to });
    else for (const id of monitorIds) ofOne.set(id, [...(ofOne.get(id) ?? []), { from, to }]);
  }
  return (monitorId) => [...ofAll, ...(ofOne.get(monitorId) ?? [])];
}
