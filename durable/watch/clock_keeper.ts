import { moveBack, setBackMs } from "../../src/domain/monitor/set_back.ts";
import { toStatusRow } from "../../src/domain/monitor/watch_item.ts";
import { log } from "../../src/lib/log.ts";
import type { CheckSchedule } from "./check_schedule.ts";
import type { MonitorBook } from "./monitor_book.ts";
import type { StoredMonitor, WatchStore } from "./store.ts";

/** Moves stored times of monitors back after the clock was set back: nothing must wait until it catches up. */
export class ClockKeeper {
  readonly #store: WatchStore;
  readonly #book: MonitorBook;
  readonly #schedule: CheckSchedule;
  readonly #recall: () => void;

  constructor(
    store: WatchStore,
    { book, schedule, recall }: { book: MonitorBook; schedule: CheckSchedule; recall: () => void },
  ) {
    this.#store = store;
    this.#book = book;
    this.#schedule = schedule;
    this.#recall = recall;
  }

  follow(now: number): boolean {
    const ahead = this.#book.list().filter(({ state }) => setBackMs(state, now) > 0);
    if (ahead.length === 0) return false;
    try {
      this.#store.inTransaction(() => {
        for (const monitor of ahead) this.#moveBack(monitor, now);
      });
    } catch (error) {
      log("error", "failed to move monitors to the adjusted clock", { error });
      this.#recall();
    }
    return true;
  }

  #moveBack({ plan, state: before, certificate }: StoredMonitor, now: number): void {
    const monitorId = plan.id;
    const byMs = setBackMs(before, now);
    const { state, history } = moveBack(before, now);
    for (const write of history) this.#store.outbox.add({ kind: "history", monitorId, write });
    const status = toStatusRow(state, certificate.expiresAt);
    this.#store.outbox.add({ kind: "status", monitorId, status });
    this.#store.timers.moveBack(monitorId, byMs);
    this.#store.runs.moveBack(monitorId, byMs);
    this.#book.change(monitorId, { state, isStored: true });
    if (!plan.isPaused) this.#schedule.planFirst({ plan, state }, now);
  }
}
