import type { WindowWords } from "../incident/window_words.ts";
import type { ResponseDay } from "../uptime/response_times.ts";
import type { Segment } from "../uptime/uptime.ts";
import type { PageRecurrence } from "./recurrence.ts";
import type { PageLocale } from "./view.ts";

export interface PageMonitorRow {
  id: number;
  name: string;
  description: string | null;
  type: string;
  isPlain: boolean;
  isPaused: boolean;
  intervalSecs: number;
  graceSecs: number;
  segments: Segment[];
}

export interface PageWindowRow {
  id: number;
  name: string;
  description: string;
  locales: WindowWords;
  startsAt: number;
  endsAt: number;
  updatedAt: number;
  announceAt: number | null;
  allMonitors: boolean;
  pageIds: number[] | null;
  monitorIds: number[];
  recurs?: PageRecurrence | null;
}

export interface PageRows {
  settings: ReadonlyMap<string, unknown>;
  locales: PageLocale[];
  monitors: PageMonitorRow[];
  windows: PageWindowRow[];
  responseDays: { monitorId: number; day: number; hours: ResponseDay }[];
}
