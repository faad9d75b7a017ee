import { HEARTBEAT_TYPE } from "../src/domain/monitor/rule.ts";
import { decideSlot, type Grid, nextDue } from "../src/domain/monitor/schedule.ts";
import type { WatchedMonitor } from "../src/domain/monitor/watch_plan.ts";
import type { StoredMonitor } from "./watch_store.ts";

type Known = Pick<StoredMonitor, "plan" | "state">;

/** Owns when each monitor of a watch is due. It follows from the grid: nothing of it is stored. */
export class CheckSchedule {
  readonly #offsetMs: number;
  readonly #plannedAt = new Map<number, number>();
  /** Of which no check was begun by the present settings: they wait for no slot. */
  readonly #untried = new Set<number>();

  constructor(offsetMs: number) {
    this.#offsetMs = offsetMs;
  }

  has(id: number): boolean {
    return this.#plannedAt.has(id);
  }

  /** One that is not planned at all is due. */
  dueOf(id: number): number {
    return this.#plannedAt.get(id) ?? 0;
  }

  plan(id: number, at: number): void {
    this.#plannedAt.set(id, at);
  }

  /** A heartbeat has a whole window to come, from now on; a check is due at once. */
  begin(plan: WatchedMonitor, now: number): void {
    this.plan(plan.id, isHeartbeat(plan) ? now + windowMsOf(plan) : now);
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
   * When a monitor is due that the watch has just got to know, or knows again after an absence. A monitor never
   * checked is due at once. A heartbeat that could not come while the watch was away has a whole window to come.
   */
  planFirst({ plan, state }: Known, now: number): void {
    this.plan(plan.id, this.#decideFirst({ plan, state }, now));
  }

  /** Moves on to the next slot; answers the one that is to be checked now, if any. */
  advance(
    { plan, state }: Known,
    { slot: begun, now }: { slot: number | undefined; now: number },
  ): number | null {
    const grid = this.#gridOf(plan);
    const isUntried = this.#untried.delete(plan.id);
    const isFirst = state.checkedAt === null || state.current === "pending" || isUntried;
    const plannedAt = this.dueOf(plan.id);
    this.plan(plan.id, nextDue(grid, now));
    return begun ?? (isFirst ? now : decideSlot(grid, { plannedAt, now }));
  }

  #decideFirst({ plan, state }: Known, now: number): number {
    if (isHeartbeat(plan)) {
      const due = (state.checkedAt ?? now) + windowMsOf(plan);
      return due > now ? due : now + windowMsOf(plan);
    }
    if (state.checkedAt === null || state.current === "pending") return now;
    const grid = this.#gridOf(plan);
    return decideSlot(grid, { plannedAt: nextDue(grid, state.checkedAt), now }) ?? nextDue(grid, now);
  }

  #gridOf({ rule }: WatchedMonitor): Grid {
    return { intervalSecs: rule.intervalSecs, offsetMs: this.#offsetMs };
  }
}

/** How long a heartbeat may take to come. */
export function windowMsOf({ rule }: WatchedMonitor): number {
  return (rule.intervalSecs + (rule.graceSecs ?? 0)) * 1000;
}

export function isHeartbeat({ type }: WatchedMonitor): boolean {
  return type === HEARTBEAT_TYPE;
}
