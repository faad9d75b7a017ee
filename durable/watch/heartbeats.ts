import { beginRun, describeMiss, judgedAt, judgedNextAt } from "../../src/domain/monitor/heartbeat.ts";
import type { WatchedMonitor } from "../../src/domain/monitor/watch_plan.ts";
import type { Heartbeat, HeartbeatTaken } from "../../src/objects/watch.ts";
import { type CheckSchedule, isHeartbeat } from "./check_schedule.ts";
import type { MonitorBook } from "./monitor_book.ts";
import type { StoredMonitor, WatchStore } from "./store.ts";
import type { TickWriter } from "./tick_writer.ts";

interface Parts {
  store: WatchStore;
  schedule: CheckSchedule;
  writer: TickWriter;
}

export function findHeartbeatPlan(book: MonitorBook, id: number): WatchedMonitor | null {
  const plan = book.find(id)?.plan;
  return plan && !plan.isPaused && isHeartbeat(plan) ? plan : null;
}

export function beginHeartbeatRun(
  { store, schedule }: Parts,
  { plan: { id, rule }, runId, now }: { plan: WatchedMonitor; runId: string; now: number },
): void {
  const before = store.runs.of(id).find((run) => run.runId === runId);
  store.inTransaction(() => store.runs.save(id, beginRun(rule, { runId, before, now })));
  schedule.plan(id, judgedAt(rule, { since: now, runs: store.runs.of(id) }));
}

export async function takeHeartbeat(
  { store, schedule, writer }: Parts,
  { plan: { id, rule }, beat, now }: { plan: WatchedMonitor; beat: Heartbeat; now: number },
): Promise<HeartbeatTaken> {
  const { runId = "", ...taken } = beat;
  const run = store.runs.of(id).find((open) => open.runId === runId);
  if (run) store.inTransaction(() => store.runs.remove(id, runId));
  schedule.plan(id, judgedAt(rule, { since: now, runs: store.runs.of(id) }));
  const result = { ...taken, startedAt: now, checkedAt: now };
  writer.add({ monitorId: id, result, certificate: undefined });
  await writer.flush();
  return { runMs: run ? Math.max(0, now - run.startedAt) : null };
}

export function recordMissed(
  { store, schedule, writer }: Parts,
  { plan: { id, rule }, state }: StoredMonitor,
  now: number,
): void {
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
