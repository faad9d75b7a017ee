import type { CheckNotice } from "../../../src/domain/page/live_message.ts";
import type { ListedMonitor } from "../../../src/schema/listed_monitor.ts";

/** Checks from the stream, to correct responses to earlier requests. */
interface LatestChecks {
  moment: () => number;
  record: (checks: readonly CheckNotice[]) => void;
  applyTo: (response: ListedMonitor, askedAt: number) => ListedMonitor;
  forget: (isGone: (id: number) => boolean) => void;
}

export function makeLatestChecks(): LatestChecks {
  const latest = new Map<number, { check: CheckNotice; at: number }>();
  let moment = 0;
  return {
    moment: () => moment,
    record(checks) {
      moment++;
      for (const check of checks) latest.set(check.monitorId, { check, at: moment });
    },
    applyTo(response, askedAt) {
      const last = latest.get(response.id);
      return last && last.at > askedAt ? withCheck(response, last.check) : response;
    },
    forget(isGone) {
      for (const id of latest.keys()) if (isGone(id)) latest.delete(id);
    },
  };
}

export function withCheck(monitor: ListedMonitor, check: CheckNotice): ListedMonitor {
  if (check.checkedAt < (monitor.lastCheckedAt ?? 0)) return monitor;
  return {
    ...monitor,
    currentStatus: check.status,
    confirmedStatus: check.confirmedStatus,
    statusSince: monitor.currentStatus === check.status ? monitor.statusSince : check.checkedAt,
    lastCheckedAt: check.checkedAt,
    responseMs: check.responseMs,
    message: check.message,
  };
}
