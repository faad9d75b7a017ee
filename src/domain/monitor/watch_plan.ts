import type { Location } from "../../schema/place.ts";
import type { Span } from "../uptime/uptime.ts";
import type { MonitorRule } from "./rule.ts";

export interface WatchedPlaces {
  locations: readonly Location[];
  /** Absent in plans stored before agents could confirm. */
  agents?: readonly WatchedAgent[];
  confirmFrom: number | null;
  everyMinutes: number | null;
}

export interface WatchedAgent {
  key: string;
  name: string;
}

export interface WatchedMonitor {
  id: number;
  key: string;
  name: string;
  type: string;
  /** Secrets are sealed; the prober opens them. */
  config: Record<string, unknown>;
  isPaused: boolean;
  timeoutMs: number;
  retries: number;
  rule: MonitorRule;
  places?: WatchedPlaces;
  agent?: WatchedAgent;
  dependencies: readonly number[];
  windows: readonly Span[];
  eventsBefore: number;
}

export function isInside(windows: readonly Span[], at: number): boolean {
  return windows.some(({ from, to }) => from <= at && at < to);
}
