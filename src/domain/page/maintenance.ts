import { maintenanceStatus } from "../incident/maintenance.ts";
import type { WordedWindow } from "../incident/window_words.ts";
import type { PageWindowRow } from "./page_rows.ts";
import { toPublicRecurrence } from "./recurrence.ts";

interface PlacedNames {
  /** Without a trailing slash; empty makes addresses relative to the page. */
  baseUrl: string;
  /** Placed monitors only: others are never named. */
  names: ReadonlyMap<number, string>;
}

export function toPublicMaintenance(
  {
    id,
    name,
    description,
    locales,
    startsAt,
    endsAt,
    updatedAt,
    allMonitors,
    monitorIds,
    recurs,
  }: Omit<PageWindowRow, "announceAt">,
  { baseUrl, names, now }: PlacedNames & { now: number },
): WordedWindow {
  return {
    id,
    name,
    description: description || null,
    status: maintenanceStatus({ startsAt, endsAt }, now),
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    url: `${baseUrl}/maintenance/${id}`,
    components: allMonitors ? [] : toPlaced(monitorIds, names),
    ...(recurs && { recurrence: toPublicRecurrence(recurs) }),
    ...(Object.keys(locales).length > 0 && { locales }),
  };
}

export function toPlaced(
  monitorIds: readonly number[],
  names: PlacedNames["names"],
): { id: number; name: string }[] {
  return monitorIds
    .flatMap((id) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name }];
    })
    .sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
}
