import type { Db } from "../../data/db.ts";
import { type BarIncidentRow, readBarIncidents, type ShownOn } from "../../data/public_incident.ts";
import { formerOn } from "../../domain/incident/incident.ts";
import { NEWEST_INCIDENTS } from "../../domain/page/site.ts";
import type { BarIncident } from "../../domain/page/status.ts";
import type { PageSnapshot } from "../../domain/page/view.ts";
import type { Span } from "../../domain/uptime/uptime.ts";

export async function listBarIncidents(
  db: Db,
  on: ShownOn,
  span: Span & { monitorId?: number },
): Promise<BarIncident[]> {
  const placed = new Set(on.monitorIds);
  const toBarIncident = ({ id, title, ...row }: BarIncidentRow): BarIncident => ({
    id,
    title,
    startedAt: new Date(row.startedAt).toISOString(),
    resolvedAt: row.resolvedAt === null ? null : new Date(row.resolvedAt).toISOString(),
    components: [
      ...row.monitorIds.filter((monitorId) => placed.has(monitorId)).map((monitorId) => ({ id: monitorId })),
      ...formerOn(on.pageId, row.formerComponents),
    ],
  });
  return (await readBarIncidents(db, on, span)).map(toBarIncident);
}

export function hasOlderIncidents({ page }: PageSnapshot): boolean {
  return page.incidents.length >= NEWEST_INCIDENTS;
}

export function withOlder({ page }: PageSnapshot, older: readonly BarIncident[]): readonly BarIncident[] {
  const known = new Set(page.incidents.map(({ id }) => id));
  return [...page.incidents, ...older.filter(({ id }) => !known.has(id))];
}
