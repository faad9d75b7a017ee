import type { PublicFault } from "../../schema/public_page.ts";
import type { LiveStatus } from "../monitor/watch_item.ts";
import { listMaintainedIds } from "./snapshot.ts";
import { agePage, type PageSnapshot } from "./view.ts";

export function withStatuses(
  { page, ...copy }: PageSnapshot,
  { statuses, fault, now }: { statuses: ReadonlyMap<number, LiveStatus>; fault: PublicFault; now: number },
): PageSnapshot {
  const names = new Map(page.monitors.map(({ id, name }) => [id, name]));
  const monitors = page.monitors.map((monitor) => {
    const live = statuses.get(monitor.id);
    if (!live || monitor.status === "paused") return monitor;
    return {
      ...monitor,
      status: live.current,
      since: isoOrNull(live.currentSince),
      checkedAt: isoOrNull(live.checkedAt),
      responseMs: live.responseMs,
      affectedBy:
        live.current === "affected" ? (live.affectedBy ?? []).flatMap((id) => names.get(id) ?? []) : [],
    };
  });
  const maintainedIds = listMaintainedIds(statuses);
  return agePage({ ...copy, maintainedIds, page: { ...page, fault, monitors } }, now);
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
