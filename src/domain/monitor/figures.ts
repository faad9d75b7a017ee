import type { ConfirmedStatus, CurrentStatus } from "./state.ts";

export interface CheckSums {
  /** A check counts once with all attempts; for heartbeats, received and missed pings. */
  checks: number;
  failures: number;
  responses: number;
  responseMs: number;
}

export interface MonitorFigures extends CheckSums {
  key: string;
  name: string;
  type: string;
  current: CurrentStatus;
  confirmed: ConfirmedStatus;
  isPaused: boolean;
  isUnderMaintenance: boolean;
  lastResponseMs: number | null;
  checkedAt: number | null;
  certificateExpiresAt: number | null;
}
