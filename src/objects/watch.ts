import type { Failure } from "../domain/monitor/failure.ts";
import type { MonitorFigures } from "../domain/monitor/figures.ts";
import type { MonitorState } from "../domain/monitor/state.ts";
import type { LiveStatus } from "../domain/monitor/watch_item.ts";
import type { PackedResult } from "../domain/uptime/packing.ts";
import type { ResponseTimes } from "../domain/uptime/response_times.ts";
import type { Span } from "../domain/uptime/uptime.ts";
import type { CheckFacts } from "../schema/check_facts.ts";
import type { CheckStatus } from "../schema/check_status.ts";
import type { PlaceResult } from "../schema/location.ts";

export interface CheckResponse extends CheckFacts {
  status: MonitorState["current"];
  responseMs: number | null;
  message: string;
  checkedAt: number;
  /** Set if no check was possible; the other fields are from an earlier one. */
  ownFault: string | null;
  places?: readonly PlaceResult[];
}

export interface WatchedState {
  id: number;
  state: Pick<
    MonitorState,
    "current" | "currentSince" | "confirmed" | "message" | "checkedAt" | "responseMs" | "isMaintained"
  >;
  certificateExpiresAt: number | null;
  ownFault: string | null;
  hasNoData: boolean;
}

export interface Heartbeat {
  status: CheckStatus;
  message: string;
  responseMs: number | null;
  runId?: string;
}

export interface HeartbeatTaken {
  runMs: number | null;
}

export interface StatusReport {
  status: CheckStatus;
  message: string;
}

export interface Cost {
  checks: number;
  requests: number;
  rowsWritten: number;
  databaseRowsWritten: number;
}

export interface WatchHealth {
  monitors: number;
  outbox: number;
  alarmAt: number | null;
  lastTickAt: number | null;
  lastChecks: { id: number; at: number | null }[];
  cost: Cost;
}

export interface WatchFigures {
  monitors: MonitorFigures[];
  outbox: number;
  outboxSince: number | null;
  lastTickAt: number | null;
  latenessMs: number;
}

export interface WatchView {
  statuses: LiveStatus[];
  raw: { id: number; results: { at: number; responseMs: number | null }[] }[];
}

export interface WatchRecent {
  statuses: LiveStatus[];
  responses: { id: number; times: ResponseTimes }[];
}

export interface SingleResult extends Pick<PackedResult, "status" | "responseMs"> {
  at: number;
}

export interface DetailedCheck extends SingleResult {
  message: string;
  places?: PlaceResult[];
}

export interface LastChecks {
  checks: DetailedCheck[];
  failure: Failure | null;
  places: (PlaceResult & { at: number })[];
}

export interface WatchGlance {
  status: LiveStatus;
  checks: DetailedCheck[];
}

export interface WatchObject extends Rpc.DurableObjectBranded {
  reload(): Promise<void>;
  revive(): Promise<void>;
  states(): Promise<WatchedState[]>;
  checkNow(id: number, from?: "home" | "all"): Promise<CheckResponse | null>;
  heartbeat(id: number, beat: Heartbeat): Promise<HeartbeatTaken | null>;
  beginRun(id: number, runId: string): Promise<boolean>;
  setStatus(id: number, report: StatusReport): Promise<boolean>;
  listen(untilMs: number): Promise<void>;
  results(id: number, from: number): Promise<SingleResult[]>;
  lastChecks(id: number, most: number): Promise<LastChecks>;
  glance(ids: readonly number[], most: number): Promise<WatchGlance[]>;
  view(wanted: readonly { id: number; rawFrom: number | null }[]): Promise<WatchView>;
  recent(span: Span): Promise<WatchRecent>;
  health(): Promise<WatchHealth>;
  figures(): Promise<WatchFigures>;
}
