import { maintenanceStatus } from "../incident/maintenance.ts";
import type { WordedWindow } from "../incident/window_words.ts";
import type { PageWindowRow } from "./page_rows.ts";
import { toPublicRecurrence } from "./recurrence.ts";

interface PlacedNames {
  /** Without a slash at its end; addresses are relative to the page when it is empty. */
  baseUrl: string;
  /** Of the monitors that stand on the page: others are never named. */
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

/** Those of the monitors that may be named, by name. */
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
