import { judgedAt, judgedSinceStart, lateAt, type OpenRun } from "../../src/domain/monitor/heartbeat.ts";
import { findHeldReport } from "../../src/domain/monitor/held_report.ts";
import { HEARTBEAT_TYPE, MANUAL_TYPE } from "../../src/domain/monitor/rule.ts";
import { decideSlot, type Grid, nextDue } from "../../src/domain/monitor/schedule.ts";
import type { WatchedMonitor } from "../../src/domain/monitor/watch_plan.ts";
import { MINUTE_MS } from "../../src/lib/units.ts";
import type { StoredMonitor } from "./store.ts";

type Known = Pick<StoredMonitor, "plan" | "state">;

/** Cron wakes the watch every minute, so a heartbeat judged later than this means the watch was away. */
const AWAY_MS = 2 * MINUTE_MS;

/** Due times follow from the grid, so none are stored. */
export class CheckSchedule {
  readonly #offsetMs: number;
  readonly #runsOf: (id: number) => readonly OpenRun[];
  readonly #startedAt: number;
  readonly #plannedAt = new Map<number, number>();
  /** Not checked yet with the present settings, so they don't wait for a slot. */
  readonly #untried = new Set<number>();

  /** `startedAt` is when the service began to run, or 0 where that isn't known because it runs all the time. */
  constructor(
    offsetMs: number,
    { runsOf, startedAt }: { runsOf: (id: number) => readonly OpenRun[]; startedAt: number },
  ) {
    this.#offsetMs = offsetMs;
    this.#runsOf = runsOf;
    this.#startedAt = startedAt;
  }

  has(id: number): boolean {
    return this.#plannedAt.has(id);
  }

  dueOf(id: number): number {
    return this.#plannedAt.get(id) ?? 0;
  }

  plan(id: number, at: number): void {
    this.#plannedAt.set(id, at);
  }

  begin({ plan, state }: Known, now: number): void {
    this.plan(plan.id, this.#decideBegin({ plan, state }, now));
  }

  /** Manual monitors are due only while an event is held back. */
  planReport({ plan, state }: Known, at: number): void {
    this.plan(plan.id, findReportDue(state, at));
  }

  markUntried(id: number): void {
    this.#untried.add(id);
  }

  drop(id: number): void {
    this.#plannedAt.delete(id);
    this.#untried.delete(id);
  }

  keepOnly(ids: ReadonlySet<number>): void {
    for (const id of this.#plannedAt.keys()) if (!ids.has(id)) this.drop(id);
  }

  /**
   * For a monitor that is new, or known again after an absence. A heartbeat that couldn't arrive while the watch was
   * away gets a full window; one missing while the watch was merely evicted counts as missed.
   */
  planFirst({ plan, state }: Known, now: number): void {
    this.plan(plan.id, this.#decideFirst({ plan, state }, now));
  }

  renewBeats(known: readonly Known[], now: number): void {
    for (const { plan } of known.filter((one) => isHeartbeat(one.plan)))
      this.plan(plan.id, Math.max(this.dueOf(plan.id), lateAt(plan.rule, now)));
  }

  followClock(known: readonly Known[], now: number): void {
    for (const { plan } of known) {
      const due = this.dueOf(plan.id);
      if (due > this.#latestOf(plan, now) && Number.isFinite(due))
        this.plan(plan.id, this.#decideNext(plan, now));
    }
  }

  #latestOf(plan: WatchedMonitor, now: number): number {
    const maxRunMs = (plan.rule.maxRunSecs ?? 0) * 1000;
    return Math.max(this.#decideNext(plan, now), now + maxRunMs) + AWAY_MS;
  }

  #decideNext(plan: WatchedMonitor, now: number): number {
    if (isManual(plan)) return now + MINUTE_MS;
    return isHeartbeat(plan) ? lateAt(plan.rule, now) : nextDue(this.#gridOf(plan), now);
  }

  isJudgedLate({ id }: WatchedMonitor, now: number): boolean {
    return now - this.dueOf(id) > AWAY_MS;
  }

  isFirstCheck({ plan, state }: Known): boolean {
    return state.checkedAt === null || state.current === "pending" || this.#untried.has(plan.id);
  }

  advance(
    { plan, state }: Known,
    { slot: begun, now }: { slot: number | undefined; now: number },
  ): number | null {
    const grid = this.#gridOf(plan);
    const isFirst = this.isFirstCheck({ plan, state });
    this.#untried.delete(plan.id);
    const plannedAt = this.dueOf(plan.id);
    this.plan(plan.id, nextDue(grid, now));
    return begun ?? (isFirst ? now : decideSlot(grid, { plannedAt, now }));
  }

  #decideBegin({ plan, state }: Known, now: number): number {
    if (isManual(plan)) return findReportDue(state, now);
    return isHeartbeat(plan) ? lateAt(plan.rule, now) : now;
  }

  #decideFirst({ plan, state }: Known, now: number): number {
    if (isHeartbeat(plan)) {
      const runs = this.#runsOf(plan.id);
      const since = state.checkedAt ?? runs[0]?.startedAt ?? plan.rule.awaitedSince;
      if (since === undefined) return lateAt(plan.rule, now);
      const due = judgedAt(plan.rule, { since, runs });
      if (due <= now - AWAY_MS) return lateAt(plan.rule, now);
      return judgedSinceStart(plan.rule, { due, startedAt: Math.min(this.#startedAt, now) });
    }
    if (isManual(plan)) return findReportDue(state, now);
    if (state.checkedAt === null || state.current === "pending") return now;
    const grid = this.#gridOf(plan);
    return decideSlot(grid, { plannedAt: nextDue(grid, state.checkedAt), now }) ?? nextDue(grid, now);
  }

  #gridOf({ rule }: WatchedMonitor): Grid {
    return { intervalSecs: rule.intervalSecs, offsetMs: this.#offsetMs };
  }
}

export function isHeartbeat({ type }: WatchedMonitor): boolean {
  return type === HEARTBEAT_TYPE;
}

export function isManual({ type }: WatchedMonitor): boolean {
  return type === MANUAL_TYPE;
}

function findReportDue(state: Known["state"], at: number): number {
  return findHeldReport(state, at) ? at : Number.POSITIVE_INFINITY;
}
