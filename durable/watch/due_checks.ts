import { earliest } from "../../src/domain/monitor/schedule.ts";
import { moveBack, setBackMs } from "../../src/domain/monitor/set_back.ts";
import { toStatusRow } from "../../src/domain/monitor/watch_item.ts";
import { log, orLog } from "../../src/lib/log.ts";
import { MINUTE_MS } from "../../src/lib/units.ts";
import type { CheckRunner } from "./check_runner.ts";
import { type CheckSchedule, isHeartbeat, isManual } from "./check_schedule.ts";
import { recordMissed } from "./heartbeats.ts";
import { repeatHeldReport } from "./manual_reports.ts";
import type { MonitorBook } from "./monitor_book.ts";
import type { StartPace } from "./start_pace.ts";
import type { StoredAttempt, StoredMonitor, WatchStore } from "./store.ts";
import type { TickWriter } from "./tick_writer.ts";

interface Parts {
  store: WatchStore;
  book: MonitorBook;
  schedule: CheckSchedule;
  runner: CheckRunner;
  writer: TickWriter;
  pace: StartPace;
  firstPace: StartPace;
  clock: ClockKeeper;
}

const AWAY_MS = 3 * MINUTE_MS;

export class DueChecks {
  readonly #parts: Parts;
  #latenessMs = 0;
  #minuteAt: number | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  noteMinute(now: number): void {
    const { book, schedule, clock } = this.#parts;
    clock.follow(now);
    const running = book.list().filter(({ plan }) => !plan.isPaused);
    if (this.wasAway(now)) schedule.renewBeats(running, now);
    schedule.followClock(running, now);
    this.#minuteAt = now;
  }

  /** No minute recorded for this long: the watch was not running, or the clock was set ahead. */
  wasAway(now: number): boolean {
    return this.#minuteAt !== null && now - this.#minuteAt > AWAY_MS;
  }

  times(): number[] {
    const { book, schedule } = this.#parts;
    const running = book.list().filter(({ plan }) => !plan.isPaused);
    return running.map(({ plan }) => schedule.dueOf(plan.id)).filter(Number.isFinite);
  }

  latenessMs(now: number): number {
    return Math.max(this.#latenessMs, findLateness(this.times(), now) ?? 0);
  }

  noteLateness(now: number): void {
    this.#latenessMs = findLateness(this.times(), now) ?? this.#latenessMs;
  }

  start(now: number): Promise<void>[] {
    const { store, book, schedule, pace, firstPace, clock } = this.#parts;
    if (this.wasAway(now) || clock.follow(now)) this.noteMinute(now);
    const started: Promise<void>[] = [];
    const attempts = store.attempts();
    const due = book
      .list()
      .filter(({ plan }) => !plan.isPaused && schedule.dueOf(plan.id) <= now)
      // Dependencies are checked before their dependents.
      .toSorted((a, b) => a.plan.dependencies.length - b.plan.dependencies.length);
    const paced = due.filter(({ plan }) => !plan.agent);
    const firstCount = paced.filter((monitor) => schedule.isFirstCheck(monitor)).length;
    firstPace.expect(firstCount);
    pace.expect(paced.length - firstCount);
    for (const monitor of due) {
      const { id } = monitor.plan;
      const run = orLog("failed to start a check", { monitorId: id }, () =>
        this.#startOne(monitor, { attempt: attempts.get(id), now }),
      );
      if (run) started.push(run);
    }
    return started;
  }

  #startOne(
    monitor: StoredMonitor,
    { attempt, now }: { attempt: StoredAttempt | undefined; now: number },
  ): Promise<void> | null {
    const { schedule, runner } = this.#parts;
    const { id } = monitor.plan;
    if (isHeartbeat(monitor.plan)) {
      if (schedule.isJudgedLate(monitor.plan, now)) schedule.begin(monitor, now);
      else recordMissed(this.#parts, monitor, now);
      return null;
    }
    if (isManual(monitor.plan)) return repeatHeldReport(this.#parts, monitor, now);
    const isFirst = schedule.isFirstCheck(monitor);
    const slot = schedule.advance(monitor, { slot: attempt?.slot, now });
    const isFree = runner.findRun(id) === null;
    return slot !== null && isFree ? runner.start(id, { slot, attempt: attempt?.attempt, isFirst }) : null;
  }
}

function findLateness(dueTimes: readonly number[], now: number): number | null {
  const due = earliest(dueTimes.filter((at) => at > 0));
  return due === null || due > now ? null : now - due;
}

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
