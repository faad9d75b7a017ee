import { HEARTBEAT_TYPE } from "../src/domain/monitor/rule.ts";
import { decideSlot, type Grid, nextDue } from "../src/domain/monitor/schedule.ts";
import type { MonitorState } from "../src/domain/monitor/state.ts";
import type { WatchedMonitor } from "../src/domain/monitor/watch_plan.ts";
import type { CertificateState } from "./certificate_state.ts";

export interface Run {
  slot: number;
  attempt: number;
  done: Promise<void>;
}

/** A monitor in a watch's memory. */
export interface Watched {
  plan: WatchedMonitor;
  state: MonitorState;
  certificate: CertificateState;
  /** When it is due next. */
  plannedAt: number;
  /** No check was begun by the present settings: it waits for no slot. */
  isUntried: boolean;
  /** Set while a check runs; another plan for the monitor makes what it finds worthless. */
  running: Run | null;
  /** Why the last check could not be made: this service's own fault, or its vault's, and no word about the target. */
  ownFault: string | null;
}

export function gridOf({ rule }: WatchedMonitor, offsetMs: number): Grid {
  return { intervalSecs: rule.intervalSecs, offsetMs };
}

/** How long a heartbeat may take to come. */
export function windowMsOf({ rule }: WatchedMonitor): number {
  return (rule.intervalSecs + (rule.graceSecs ?? 0)) * 1000;
}

export function isHeartbeat({ type }: WatchedMonitor): boolean {
  return type === HEARTBEAT_TYPE;
}

/**
 * When a monitor is due that the watch has just got to know, or knows again after an absence. A monitor never
 * checked is due at once. A heartbeat that could not come while the watch was away has a whole window to come.
 */
export function planFirst(
  { plan, state }: Pick<Watched, "plan" | "state">,
  { offsetMs, now }: { offsetMs: number; now: number },
): number {
  if (isHeartbeat(plan)) {
    const due = (state.checkedAt ?? now) + windowMsOf(plan);
    return due > now ? due : now + windowMsOf(plan);
  }
  if (state.checkedAt === null || state.current === "pending") return now;
  const planned = nextDue(gridOf(plan, offsetMs), state.checkedAt);
  const slot = decideSlot(gridOf(plan, offsetMs), { plannedAt: planned, now });
  return slot ?? nextDue(gridOf(plan, offsetMs), now);
}
