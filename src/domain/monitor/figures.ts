import type { ConfirmedStatus, CurrentStatus } from "./state.ts";

/** Of every check that was made of a monitor, since the beginning. */
export interface CheckSums {
  /** Each with all of its attempts; of a heartbeat the beats that came and those that were missed. */
  checks: number;
  /** Those that did not find it up, also where that is the fault of what it depends on. */
  failures: number;
  /** Those that measured a time, and the sum of these. */
  responses: number;
  responseMs: number;
}

export interface MonitorFigures extends CheckSums {
  key: string;
  name: string;
  type: string;
  /** Of the last check, as long as that is known to hold. */
  current: CurrentStatus;
  confirmed: ConfirmedStatus;
  isPaused: boolean;
  isUnderMaintenance: boolean;
  lastResponseMs: number | null;
  checkedAt: number | null;
  certificateExpiresAt: number | null;
}
