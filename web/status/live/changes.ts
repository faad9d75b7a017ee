import type { PublicIncident, PublicPage, PublicStatus } from "../../../src/schema/public_page.ts";
import { keepSame } from "../../lib/keep_same.ts";
import { guessOverall } from "../tone.ts";

export interface StatusChange {
  monitorId: number;
  status: PublicStatus;
  responseMs: number | null;
  checkedAt: string;
}

export function applyStatus(page: PublicPage, change: StatusChange): PublicPage {
  const monitors = page.monitors.map((monitor) => {
    if (monitor.id !== change.monitorId) return monitor;
    const { status, responseMs, checkedAt } = change;
    const hasChanged = status !== monitor.status;
    return {
      ...monitor,
      status,
      responseMs,
      checkedAt,
      since: hasChanged ? checkedAt : monitor.since,
      affectedBy: hasChanged ? [] : monitor.affectedBy,
    };
  });
  const next = { ...page, monitors };
  const hasTurned = monitors.some((monitor, at) => monitor.status !== page.monitors[at]?.status);
  return hasTurned ? { ...next, overall: { ...page.overall, status: guessOverall(next) } } : next;
}

export function applyIncident(page: PublicPage, incident: PublicIncident): PublicPage {
  const others = page.incidents.filter(({ id }) => id !== incident.id);
  const incidents = [incident, ...others].sort((a, b) => b.startedAt.localeCompare(a.startedAt));
  const open = incidents.filter(({ resolvedAt }) => resolvedAt === null).length;
  const next = { ...page, incidents, overall: { ...page.overall, incidents: open } };
  return { ...next, overall: { ...next.overall, status: guessOverall(next) } };
}

/** A whole answer may be some seconds older than what the stream has told meanwhile: the newer wins, part by part. */
export function takePage(shown: PublicPage, loaded: PublicPage): PublicPage {
  let page = loaded;
  for (const incident of shown.incidents) {
    const known = loaded.incidents.find(({ id }) => id === incident.id);
    const isNewer = known ? incident.updatedAt > known.updatedAt : incident.updatedAt > loaded.takenAt;
    if (isNewer) page = applyIncident(page, incident);
  }
  for (const { id: monitorId, status, responseMs, checkedAt } of shown.monitors) {
    if (checkedAt === null) continue;
    const known = loaded.monitors.find(({ id }) => id === monitorId);
    if (known && checkedAt > (known.checkedAt ?? ""))
      page = applyStatus(page, { monitorId, status, responseMs, checkedAt });
  }
  return keepSame(shown, page);
}
