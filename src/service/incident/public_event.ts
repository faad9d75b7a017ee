import type { Db } from "../../data/db.ts";
import { type PublicEventRow, readPublicEvent, readPublicEvents } from "../../data/public_event.ts";
import type { IncidentSnapshot, MaintenanceSnapshot, PublicFact } from "../../domain/incident/public_fact.ts";
import type { PublicEventType } from "../../schema/incident_status.ts";

/** What was told to subscribers, newest first, with public components only. Each fact is there once. */
export async function listPublicFacts(
  db: Db,
  {
    monitorIds,
    types,
    limit,
  }: { monitorIds: readonly number[]; types: readonly PublicEventType[]; limit: number },
): Promise<PublicFact[]> {
  const placed = new Set(monitorIds);
  return (await readPublicEvents(db, monitorIds, { types, limit })).map((row) => toFact(row, placed));
}

/** One of them; null when it is gone, or nothing public any more. */
export async function findPublicFact(
  db: Db,
  { monitorIds, id }: { monitorIds: readonly number[]; id: string },
): Promise<PublicFact | null> {
  const row = await readPublicEvent(db, monitorIds, id);
  return row && toFact(row, new Set(monitorIds));
}

function toFact(row: PublicEventRow, placed: ReadonlySet<number>): PublicFact {
  const { id, type, at, updateId } = row;
  const subject = row.body as IncidentSnapshot & MaintenanceSnapshot;
  const isEverything = type === "maintenance.scheduled" && subject.allMonitors;
  const components = isEverything ? [] : subject.components.filter((component) => placed.has(component.id));
  if (type === "maintenance.scheduled") {
    return { id, type, at, news: subject.change ?? "scheduled", subject: { ...subject, components } };
  }
  const update = subject.updates.find((one) => one.id === updateId) ?? null;
  return { id, type, at, subject: { ...subject, components }, update };
}
