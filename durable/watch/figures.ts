import type { CheckSums, MonitorFigures } from "../../src/domain/monitor/figures.ts";
import { earliest } from "../../src/domain/monitor/schedule.ts";
import { isInside } from "../../src/domain/monitor/watch_plan.ts";
import { isStatusFresh } from "../../src/domain/page/status.ts";
import type { StoredMonitor } from "./store.ts";

/** As of now: of a check that is older than its schedule allows nobody knows any more what it found. */
export function figuresOf(
  { plan, state, certificate }: StoredMonitor,
  sums: CheckSums,
  now: number,
): MonitorFigures {
  const { key, name, type, isPaused, windows } = plan;
  const { confirmed, responseMs: lastResponseMs, checkedAt } = state;
  const isFresh = isStatusFresh(checkedAt, { gapMs: state.maxGapMs, now });
  return {
    ...sums,
    ...{ key, name, type, isPaused, confirmed, lastResponseMs, checkedAt },
    current: isFresh ? state.current : "pending",
    isUnderMaintenance: isInside(windows, now),
    certificateExpiresAt: certificate.expiresAt,
  };
}

/** Of the check that is due the longest; null where none is. One that was not planned yet has no time to be late for. */
export function findLateness(dueTimes: readonly number[], now: number): number | null {
  const due = earliest(dueTimes.filter((at) => at > 0));
  return due === null || due > now ? null : now - due;
}
