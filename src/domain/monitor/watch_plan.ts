import type { Location } from "../../schema/place.ts";
import type { Span } from "../uptime/spans.ts";
import type { MonitorRule } from "./rule.ts";

interface WatchedPlaces {
  locations: readonly Location[];
  confirmFrom: number | null;
  everyMinutes: number | null;
}

/** What a watch has to know of a monitor, as the database has it. */
export interface WatchedMonitor {
  id: number;
  key: string;
  name: string;
  type: string;
  /** Secrets in it are sealed; the prober opens them. */
  config: Record<string, unknown>;
  isPaused: boolean;
  timeoutMs: number;
  retries: number;
  rule: MonitorRule;
  /** Who else is asked; left out where nobody is. */
  places?: WatchedPlaces;
  /** Every monitor it depends on, directly or through others. */
  dependencies: readonly number[];
  /** Windows that have not ended when the plan was made. */
  windows: readonly Span[];
  /** How many events it has had, as far as the database knows. */
  eventsBefore: number;
}

export function isInside(windows: readonly Span[], at: number): boolean {
  return windows.some(({ from, to }) => from <= at && at < to);
}
