import { MINUTE_MS } from "../../lib/units.ts";
import type { BoardMonitor, Dashboard } from "../../schema/dashboard.ts";
import { SHOWN_STATUSES, type ShownStatus } from "../../schema/shown_status.ts";

const MOST_FAILING = 8;
const MOST_CHANGES = 8;
const MOST_NAMED = 5;

const FIRST_MS = MINUTE_MS;

export interface Boarded extends BoardMonitor {
  alertsNobody: boolean;
  createdAt: number;
}

export type Board = Pick<Dashboard, "counts" | "failing" | "changes" | "silent">;

export function makeBoard(monitors: readonly Boarded[]): Board {
  const counts = Object.fromEntries(SHOWN_STATUSES.map((status) => [status, 0])) as Record<
    ShownStatus,
    number
  >;
  for (const { status } of monitors) counts[status]++;
  const rank = ({ status }: Boarded) => SHOWN_STATUSES.indexOf(status);
  const silent = monitors.filter(({ alertsNobody }) => alertsNobody);
  return {
    counts,
    failing: monitors
      .filter(({ status }) => isFailingStatus(status))
      .sort((a, b) => rank(a) - rank(b) || (b.statusSince ?? 0) - (a.statusSince ?? 0))
      .slice(0, MOST_FAILING)
      .map(toShown),
    changes: monitors
      .filter((monitor) => monitor.statusSince !== null && !isFirstUp(monitor))
      .sort((a, b) => (b.statusSince ?? 0) - (a.statusSince ?? 0))
      .slice(0, MOST_CHANGES)
      .map(toShown),
    silent: {
      total: silent.length,
      monitors: silent.slice(0, MOST_NAMED).map(({ id, name }) => ({ id, name })),
    },
  };
}

export function isFailingStatus(status: ShownStatus): boolean {
  return status === "down" || status === "degraded" || status === "affected";
}

export function countFailing(counts: Board["counts"] | undefined): number {
  return counts ? counts.down + counts.degraded + counts.affected : 0;
}

function isFirstUp({ status, statusSince, createdAt }: Boarded): boolean {
  return status === "up" && (statusSince ?? 0) - createdAt < FIRST_MS;
}

function toShown({ alertsNobody: _, createdAt: __, ...shown }: Boarded): BoardMonitor {
  return shown;
}
