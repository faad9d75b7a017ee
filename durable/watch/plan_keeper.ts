import { restoreState, restoreWarnings, type StoredFacts } from "../../src/domain/monitor/restored_state.ts";
import { initialState, type MonitorState } from "../../src/domain/monitor/state.ts";
import { pauseMonitor } from "../../src/domain/monitor/status.ts";
import { toStatusRow } from "../../src/domain/monitor/watch_item.ts";
import type { WatchedMonitor } from "../../src/domain/monitor/watch_plan.ts";
import type { Env } from "../../src/env.ts";
import { isEqual } from "../../src/lib/is_equal.ts";
import { log } from "../../src/lib/log.ts";
import { hasNewTarget, loadStoredFacts, loadWatchPlan } from "../../src/service/watch/plan.ts";
import { followCertificate, noCertificate } from "./certificate_state.ts";
import type { CheckRunner } from "./check_runner.ts";
import type { CheckSchedule } from "./check_schedule.ts";
import type { MonitorBook } from "./monitor_book.ts";
import type { StoredMonitor, WatchStore } from "./store.ts";
import type { TickWriter } from "./tick_writer.ts";
import type { TimerKeeper } from "./timer_keeper.ts";

interface Parts {
  env(): Env;
  number: number;
  store: WatchStore;
  book: MonitorBook;
  schedule: CheckSchedule;
  runner: CheckRunner;
  timers: TimerKeeper;
  writer: TickWriter;
  recall(): void;
}

export class PlanKeeper {
  readonly #parts: Parts;
  #taking: Promise<void> = Promise.resolve();
  #nextTaking: Promise<void> | null = null;
  #stored = new Map<number, StoredFacts>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A running reload may have read too early: wait, then start another. */
  async take(): Promise<void> {
    this.#nextTaking ??= this.#taking
      .catch(() => {})
      .then(() => {
        this.#nextTaking = null;
        this.#taking = this.#take();
        return this.#taking;
      });
    await this.#nextTaking;
  }

  /** One by one, so a monitor that fails doesn't hold up the others. */
  async #take(): Promise<void> {
    const { env, number, book } = this.#parts;
    const now = Date.now();
    const { monitors: plan, epoch, selfTest } = await loadWatchPlan(env(), number, now);
    if (epoch !== this.#parts.store.epoch()) await this.#forget(epoch);
    this.#parts.store.saveSelfTest(selfTest);
    const moved = await this.#findMoved(plan);
    const faults: unknown[] = [];
    const attempt = (monitorId: number, change: () => void) => {
      try {
        change();
      } catch (error) {
        log("error", "a watch failed to load a monitor", { monitorId, error });
        this.#parts.recall();
        faults.push(error);
      }
    };
    for (const monitor of plan)
      attempt(monitor.id, () => this.#adopt(monitor, { now, isMoved: moved.has(monitor.id) }));
    const ids = new Set(plan.map(({ id }) => id));
    const gone = book.list().filter((known) => !ids.has(known.plan.id));
    for (const { plan: old } of gone) attempt(old.id, () => this.#drop(old.id));
    if (faults.length > 0)
      throw new Error("A watch could not take all of its monitors.", { cause: faults[0] });
  }

  /**
   * After a restore, everything remembered or pending belongs to other monitors, even with the same numbers.
   * Continues from the database.
   */
  async #forget(epoch: number): Promise<void> {
    const { env, number, store, runner, writer, recall, book } = this.#parts;
    this.#stored = await loadStoredFacts(env(), number);
    for (const { plan } of book.list()) runner.abandon(plan.id);
    writer.forget();
    store.inTransaction(() => store.forget(epoch));
    recall();
  }

  async #findMoved(plan: readonly WatchedMonitor[]): Promise<ReadonlySet<number>> {
    const moved = new Set<number>();
    for (const monitor of plan) {
      const before = this.#parts.book.find(monitor.id)?.plan;
      if (
        before &&
        (before.agent?.key !== monitor.agent?.key || (await hasNewTarget(this.#parts.env(), before, monitor)))
      )
        moved.add(monitor.id);
    }
    return moved;
  }

  #adopt(plan: WatchedMonitor, { now, isMoved }: { now: number; isMoved: boolean }): void {
    const { store, book, timers } = this.#parts;
    const known = book.find(plan.id);
    if (known && JSON.stringify(known.plan) === JSON.stringify(plan)) return;
    const old = known ?? this.#begin(plan);
    const isPaused = plan.isPaused && !old.plan.isPaused;
    const certificate = isMoved
      ? followCertificate(old.certificate, { before: old.plan, after: plan })
      : old.certificate;
    store.inTransaction(() => {
      if (!plan.isPaused) timers.followRule(old, plan.rule);
      book.save({ plan, certificate, state: isPaused ? this.#pause(old, now) : old.state });
    });
    if (isPaused || isMoved) this.#parts.runner.abandon(plan.id);
    this.#planChecks(plan, { before: known?.plan ?? null, isMoved, now });
  }

  /** Starts above any number used before, in case this watch lost its storage: event ids are never reused. */
  #begin(plan: WatchedMonitor): StoredMonitor {
    const facts = this.#stored.get(plan.id);
    this.#stored.delete(plan.id);
    if (!facts) return { plan, state: initialState(plan.eventsBefore), certificate: noCertificate() };
    const expiresAt = facts.status.certificateExpiresAt;
    return {
      plan,
      state: restoreState(facts, plan.eventsBefore),
      certificate: { ...noCertificate(), ...restoreWarnings(facts), expiresAt },
    };
  }

  #planChecks(
    plan: WatchedMonitor,
    { before, isMoved, now }: { before: WatchedMonitor | null; isMoved: boolean; now: number },
  ): void {
    const { schedule, runner, book } = this.#parts;
    if (isMoved) {
      schedule.markUntried(plan.id);
      runner.forgetFault(plan.id);
    }
    const state = book.find(plan.id)?.state;
    if (!state) return;
    if (before === null || isMoved || (before.isPaused && !plan.isPaused)) {
      schedule.begin({ plan, state }, now);
      return;
    }
    if (!isEqual(paceOf(before), paceOf(plan))) schedule.planFirst({ plan, state }, now);
  }

  #pause({ plan, state: before, certificate }: StoredMonitor, now: number): MonitorState {
    const { store, timers } = this.#parts;
    const { state, history } = pauseMonitor(before, now);
    const monitorId = plan.id;
    timers.pause(monitorId);
    for (const write of history) store.outbox.add({ kind: "history", monitorId, write });
    store.outbox.add({ kind: "status", monitorId, status: toStatusRow(state, certificate.expiresAt) });
    store.removeAttempt(monitorId);
    store.runs.removeAll(monitorId);
    return state;
  }

  #drop(id: number): void {
    const { store, book, schedule, runner } = this.#parts;
    store.inTransaction(() => book.remove(id));
    schedule.drop(id);
    runner.abandon(id);
    runner.forgetFault(id);
  }
}

function paceOf({ rule: { intervalSecs, graceSecs, schedule, maxRunSecs } }: WatchedMonitor) {
  return { intervalSecs, graceSecs, schedule, maxRunSecs };
}
