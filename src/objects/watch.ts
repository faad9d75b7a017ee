import type { Failure } from "../domain/monitor/failure.ts";
import type { MonitorFigures } from "../domain/monitor/figures.ts";
import type { MonitorState } from "../domain/monitor/state.ts";
import type { LiveStatus } from "../domain/monitor/watch_item.ts";
import type { PackedResult } from "../domain/uptime/packing.ts";
import type { ResponseTimes } from "../domain/uptime/response_times.ts";
import type { Span } from "../domain/uptime/spans.ts";
import type { CheckStatus } from "../schema/check_status.ts";
import type { PlaceResult } from "../schema/location.ts";

export interface CheckAnswer {
  status: MonitorState["current"];
  responseMs: number | null;
  message: string;
  checkedAt: number;
  /** Set when no check could be made: the rest is of an earlier one. */
  ownFault: string | null;
  /** Where all were asked. */
  places?: readonly PlaceResult[];
}

export interface WatchedState {
  id: number;
  state: MonitorState;
  certificateExpiresAt: number | null;
  ownFault: string | null;
}

export interface Heartbeat {
  status: CheckStatus;
  message: string;
  responseMs: number | null;
  /** Of the run that it ends; left out where the job gives its runs none. */
  runId?: string;
}

export interface HeartbeatTaken {
  /** How long the run took that it ended; null when none was said to have begun. */
  runMs: number | null;
}

/** What somebody has set. */
export interface ToldStatus {
  status: CheckStatus;
  message: string;
}

export interface Cost {
  checks: number;
  /** Alarms and calls. */
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
  lastTickAt: number | null;
  /** How much later than planned the last checks were begun, or how long some are waited for by now. */
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

/** A single check, and why it failed. */
export interface ToldCheck extends SingleResult {
  message: string;
  /** Where more than one was asked. */
  places?: PlaceResult[];
}

export interface LastChecks {
  /** In their order. */
  checks: ToldCheck[];
  /** The latest one, all that is kept of it. */
  failure: Failure | null;
  /** The latest of each place that it is asked from; none where it is asked from home alone. */
  places: (PlaceResult & { at: number })[];
}

/** What a list shows of a monitor beside its status. */
export interface WatchGlance {
  status: LiveStatus;
  /** The last single checks, in their order. */
  checks: ToldCheck[];
}

/** Looks after the monitors of one number, and alone decides their status. */
export interface WatchObject extends Rpc.DurableObjectBranded {
  /** Takes the plan anew from the database. */
  reload(): Promise<void>;
  /** Called each minute: sets an alarm that was lost or is overdue, and tries the outbox again. */
  revive(): Promise<void>;
  states(): Promise<WatchedState[]>;
  /** Null for one that is not watched, is paused, or is told of. */
  checkNow(id: number, from?: "home" | "all"): Promise<CheckAnswer | null>;
  /** Null for one that is not watched, or paused. */
  heartbeat(id: number, beat: Heartbeat): Promise<HeartbeatTaken | null>;
  /** A job says that it has begun. False for one that is not watched, or paused. */
  beginRun(id: number, runId: string): Promise<boolean>;
  /** Of one that people and programs set. False for another, and while it is paused. */
  setStatus(id: number, told: ToldStatus): Promise<boolean>;
  /** Somebody listens to single checks until then. */
  listen(untilMs: number): Promise<void>;
  /** Raw results since `from`, for charts of the hours that are not closed. */
  results(id: number, from: number): Promise<SingleResult[]>;
  /** The last single checks of a monitor, and why it failed last. */
  lastChecks(id: number, most: number): Promise<LastChecks>;
  /** How these are, and their last single checks, of those that it watches. */
  glance(ids: readonly number[], most: number): Promise<WatchGlance[]>;
  /** What the page shows of these: statuses, and single results since `rawFrom` where that is not null. */
  view(wanted: readonly { id: number; rawFrom: number | null }[]): Promise<WatchView>;
  /** Statuses, and the response times of a span in the hours that the database has not been given yet. */
  recent(span: Span): Promise<WatchRecent>;
  health(): Promise<WatchHealth>;
  /** What a scrape tells of it and its monitors: from memory, but for the size of the outbox. */
  figures(): Promise<WatchFigures>;
}
