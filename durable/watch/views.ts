import type { CheckSums, MonitorFigures } from "../../src/domain/monitor/figures.ts";
import { toLiveStatus } from "../../src/domain/monitor/watch_item.ts";
import { isInside } from "../../src/domain/monitor/watch_plan.ts";
import { isStatusFresh } from "../../src/domain/page/status.ts";
import type { Span } from "../../src/domain/uptime/uptime.ts";
import type {
  LastChecks,
  SingleResult,
  WatchedState,
  WatchFigures,
  WatchGlance,
  WatchHealth,
  WatchRecent,
  WatchView,
} from "../../src/objects/watch.ts";
import type { WatchParts } from "./parts.ts";
import type { StoredMonitor } from "./store.ts";
import { readLastChecks, readLately, readRawSince, readResults } from "./tick_reader.ts";

type Parts = Pick<WatchParts, "store" | "book" | "writer" | "hours" | "counts" | "runner" | "due" | "alarm">;

export function listStates(parts: Parts): WatchedState[] {
  const { book, runner } = parts;
  return book.list().map(({ plan: { id }, state, certificate }) => {
    const { current, currentSince, confirmed, message, checkedAt, responseMs, isMaintained } = state;
    return {
      id,
      state: {
        current,
        currentSince,
        confirmed,
        message,
        checkedAt,
        responseMs,
        ...(isMaintained && { isMaintained }),
      },
      certificateExpiresAt: certificate.expiresAt,
      ownFault: runner.findOwnFault(id),
      hasNoData: runner.hasNoData(id),
    };
  });
}

export function listResults(parts: Parts, id: number, from: number): SingleResult[] {
  return readResults(parts.store, id, { from });
}

export function findLastChecks(parts: Parts, id: number, most: number): LastChecks {
  const plan = parts.book.find(id)?.plan;
  return plan ? readLastChecks(parts.store, plan, { most }) : { checks: [], failure: null, places: [] };
}

export function glanceAt(parts: Parts, ids: readonly number[], most: number): WatchGlance[] {
  const own = parts.book.list().filter(({ plan }) => ids.includes(plan.id));
  const ownIds = own.map(({ plan }) => plan.id);
  const checks = readLately(parts.store, ownIds, { most });
  return own.map((monitor) => ({
    status: toLiveStatus(monitor),
    checks: checks.get(monitor.plan.id) ?? [],
  }));
}

export function viewOf(parts: Parts, wanted: readonly { id: number; rawFrom: number | null }[]): WatchView {
  const { book, store } = parts;
  const own = wanted.filter(({ id }) => book.has(id));
  return {
    statuses: own.flatMap(({ id }) => {
      const monitor = book.find(id);
      return monitor ? [toLiveStatus(monitor)] : [];
    }),
    raw: readRawSince(store, own),
  };
}

export function readRecent(parts: Parts, span: Span): WatchRecent {
  const { book, hours } = parts;
  const statuses = book.list().map(toLiveStatus);
  return { statuses, responses: hours.open(span) };
}

export async function readHealth(parts: Parts): Promise<WatchHealth> {
  const { book, store, alarm, writer } = parts;
  return {
    monitors: book.size,
    outbox: store.outbox.size(),
    alarmAt: await alarm.find(),
    lastTickAt: writer.lastTickAt,
    lastChecks: book.list().map(({ plan: { id }, state }) => ({ id, at: state.checkedAt })),
    cost: store.cost,
  };
}

export function readFigures(parts: Parts, now: number): WatchFigures {
  const { book, counts, store, writer, due } = parts;
  return {
    monitors: book.list().map((monitor) => figuresOf(monitor, counts.of(monitor.plan.id), now)),
    outbox: store.outbox.size(),
    outboxSince: store.outbox.oldestAt(),
    lastTickAt: writer.lastTickAt,
    latenessMs: due.latenessMs(now),
  };
}

function figuresOf(
  { plan, state, certificate }: StoredMonitor,
  sums: CheckSums,
  now: number,
): MonitorFigures {
  const { key, name, type, isPaused, windows } = plan;
  const { confirmed, responseMs: lastResponseMs, checkedAt } = state;
  const isFresh = isStatusFresh(checkedAt, { gapMs: state.maxGapMs, now });
  return {
    ...sums,
    key,
    name,
    type,
    isPaused,
    confirmed,
    lastResponseMs,
    checkedAt,
    current: isFresh ? state.current : "pending",
    isUnderMaintenance: isInside(windows, now),
    certificateExpiresAt: certificate.expiresAt,
  };
}
