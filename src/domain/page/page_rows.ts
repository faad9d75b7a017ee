import type { WindowWords } from "../incident/window_words.ts";
import type { Segment } from "../uptime/history.ts";
import type { ResponseDay } from "../uptime/response_times.ts";
import type { PageRecurrence } from "./recurrence.ts";
import type { PageLocale } from "./view.ts";

export interface PageMonitorRow {
  id: number;
  /** What visitors are told it is called. */
  name: string;
  description: string | null;
  type: string;
  /** Its address is one of plain http. */
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
  /** Of an occurrence: visitors see it from then on. */
  announceAt: number | null;
  allMonitors: boolean;
  monitorIds: number[];
  /** Of an occurrence. */
  recurs?: PageRecurrence | null;
}

/** What the database has of the page. */
export interface PageRows {
  settings: ReadonlyMap<string, unknown>;
  locales: PageLocale[];
  /** Those that stand on the page and are still there. */
  monitors: PageMonitorRow[];
  windows: PageWindowRow[];
  responseDays: { monitorId: number; day: number; hours: ResponseDay }[];
}
