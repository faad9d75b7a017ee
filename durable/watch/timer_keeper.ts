import type { CheckDecision } from "../../src/domain/monitor/status.ts";
import {
  decideTimer,
  isDownTimer,
  isDroppedByPause,
  replanIncident,
  type SkipReason,
  type Timer,
  type TimerEnd,
} from "../../src/domain/monitor/timer.ts";
import { isInside, type WatchedMonitor } from "../../src/domain/monitor/watch_plan.ts";
import { log } from "../../src/lib/log.ts";
import type { MonitorBook } from "./monitor_book.ts";
import type { StoredMonitor, WatchStore } from "./store.ts";

const WAIT_MS = 60_000;

export class TimerKeeper {
  readonly #store: WatchStore;
  readonly #book: MonitorBook;

  constructor(store: WatchStore, book: MonitorBook) {
    this.#store = store;
    this.#book = book;
  }

  nextDue(): number[] {
    const next = this.#store.timers.nextDue();
    return next === null ? [] : [next];
  }

  apply(
    monitorId: number,
    { dropsDownTimers, timers }: Pick<CheckDecision, "dropsDownTimers" | "timers">,
  ): void {
    if (dropsDownTimers) {
      this.#drop(monitorId, { isDropped: isDownTimer, reason: "monitor recovered" });
    }
    for (const timer of timers) {
      this.#store.timers.add(monitorId, timer);
      if (timer.kind === "action") this.#store.outbox.add({ kind: "timer_set", monitorId, timer });
    }
  }

  followRule(
    { plan: { id, rule }, state }: StoredMonitor,
    { autoIncidentMinutes }: WatchedMonitor["rule"],
  ): void {
    if (rule.autoIncidentMinutes === autoIncidentMinutes) return;
    const { timers } = this.#store;
    const pending = timers.of(id).find((timer) => timer.kind === "open_incident") ?? null;
    if (pending) timers.remove(pending.id);
    const change = { before: rule.autoIncidentMinutes, after: autoIncidentMinutes };
    const timer = replanIncident({ monitorId: id, state, pending }, change);
    if (timer) timers.add(id, timer);
  }

  pause(monitorId: number): void {
    this.#drop(monitorId, { isDropped: isDroppedByPause, reason: "monitor paused" });
  }

  fireDue(now: number): boolean {
    const due = this.#store.timers.due(now);
    for (const { monitorId, timer } of due) {
      try {
        this.#store.inTransaction(() => this.#fire(monitorId, timer, now));
      } catch (error) {
        log("error", "failed to end a timer", { monitorId, timer: timer.id, error });
        // Not at once: the alarm would fire without a pause.
        this.#store.timers.move(timer.id, now + WAIT_MS);
      }
    }
    return due.length > 0;
  }

  #drop(
    monitorId: number,
    { isDropped, reason }: { isDropped: (timer: Timer) => boolean; reason: SkipReason },
  ): void {
    for (const timer of this.#store.timers.of(monitorId))
      if (isDropped(timer)) this.#end(monitorId, timer, { kind: "skip", reason });
  }

  #fire(monitorId: number, timer: Timer, now: number): void {
    const monitor = this.#book.find(monitorId);
    if (!monitor) {
      this.#store.timers.remove(timer.id);
      return;
    }
    const isUnderMaintenance = isInside(monitor.plan.windows, now);
    const decision = decideTimer(timer, { state: monitor.state, isUnderMaintenance });
    if (decision.kind === "wait") this.#store.timers.move(timer.id, now + WAIT_MS);
    else this.#end(monitorId, timer, decision);
  }

  #end(monitorId: number, timer: Timer, decision: TimerEnd): void {
    this.#store.timers.remove(timer.id);
    const message = this.#book.find(monitorId)?.state.message ?? "";
    this.#store.outbox.add({ kind: "timer_end", monitorId, timer, decision, message });
  }
}
