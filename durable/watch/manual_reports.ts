import { findHeldReport } from "../../src/domain/monitor/held_report.ts";
import type { WatchedMonitor } from "../../src/domain/monitor/watch_plan.ts";
import { MINUTE_MS } from "../../src/lib/units.ts";
import type { StatusReport } from "../../src/objects/watch.ts";
import { type CheckSchedule, isManual } from "./check_schedule.ts";
import type { MonitorBook } from "./monitor_book.ts";
import type { StoredMonitor } from "./store.ts";
import type { FinishedCheck, TickWriter } from "./tick_writer.ts";

interface Parts {
  book: MonitorBook;
  schedule: CheckSchedule;
  writer: TickWriter;
}

export function findManualPlan(book: MonitorBook, id: number): WatchedMonitor | null {
  const plan = book.find(id)?.plan;
  return plan && isManual(plan) ? plan : null;
}

export async function takeReport(
  parts: Parts,
  { id, report, now }: { id: number; report: StatusReport; now: number },
): Promise<void> {
  const result = { ...report, responseMs: null, startedAt: now, checkedAt: now };
  await apply(parts, { monitorId: id, result });
}

export function repeatHeldReport(parts: Parts, { plan, state }: StoredMonitor, now: number) {
  parts.schedule.planReport({ plan, state }, now + MINUTE_MS);
  const result = findHeldReport(state, now);
  return result && apply(parts, { monitorId: plan.id, result, repeatedFrom: state });
}

async function apply({ book, schedule, writer }: Parts, found: FinishedCheck): Promise<void> {
  writer.add(found);
  await writer.flush();
  const monitor = book.find(found.monitorId);
  if (monitor && isManual(monitor.plan)) schedule.planReport(monitor, found.result.checkedAt + MINUTE_MS);
}
