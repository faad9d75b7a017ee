import { beginRun, describeMiss, judgedAt, judgedNextAt } from "../../src/domain/monitor/heartbeat.ts";
import type { WatchedMonitor } from "../../src/domain/monitor/watch_plan.ts";
import type { Heartbeat, HeartbeatTaken } from "../../src/objects/watch.ts";
import { type CheckSchedule, isHeartbeat } from "./check_schedule.ts";
import type { MonitorBook } from "./monitor_book.ts";
import type { StoredMonitor, WatchStore } from "./store.ts";
import type { TickWriter } from "./tick_writer.ts";

interface Parts {
  store: WatchStore;
  book: MonitorBook;
  schedule: CheckSchedule;
  writer: TickWriter;
}

/** Accepts heartbeats and detects missing ones. Begun runs are stored; their lateness follows from them. */
export class BeatKeeper {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  find(id: number): WatchedMonitor | null {
    const plan = this.#parts.book.find(id)?.plan;
    return plan && !plan.isPaused && isHeartbeat(plan) ? plan : null;
  }

  begin({ id, rule }: WatchedMonitor, runId: string, now: number): void {
    const { store, schedule } = this.#parts;
    const before = store.runs.of(id).find((run) => run.runId === runId);
    store.inTransaction(() => store.runs.save(id, beginRun(rule, { runId, before, now })));
    schedule.plan(id, judgedAt(rule, { since: now, runs: store.runs.of(id) }));
  }

  async take(
    { id, rule }: WatchedMonitor,
    { runId = "", ...beat }: Heartbeat,
    now: number,
  ): Promise<HeartbeatTaken> {
    const { store, schedule, writer } = this.#parts;
    const run = store.runs.of(id).find((open) => open.runId === runId);
    if (run) store.inTransaction(() => store.runs.remove(id, runId));
    schedule.plan(id, judgedAt(rule, { since: now, runs: store.runs.of(id) }));
    const result = { ...beat, startedAt: now, checkedAt: now };
    writer.add({ monitorId: id, result, certificate: undefined });
    await writer.flush();
    return { runMs: run ? Math.max(0, now - run.startedAt) : null };
  }

  miss({ plan: { id, rule }, state }: StoredMonitor, now: number): void {
    const { store, schedule, writer } = this.#parts;
    const runs = store.runs.of(id);
    const overdue = runs.find(({ overdueAt }) => overdueAt !== null && overdueAt <= now);
    const since = state.checkedAt;
    const message = describeMiss(rule, { overdue, lastMessage: state.message, since });
    if (overdue) store.inTransaction(() => store.runs.save(id, { ...overdue, overdueAt: null }));
    schedule.plan(id, judgedNextAt(rule, { now, runs: store.runs.of(id) }));
    const result = { status: "down", startedAt: now, checkedAt: now, responseMs: null, message } as const;
    writer.add({ monitorId: id, result, certificate: undefined });
    void writer.flush();
  }
}
