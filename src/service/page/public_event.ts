import type { Db } from "../../data/db.ts";
import { type PublicEventRow, readPublicEvent, readPublicEvents } from "../../data/public_event.ts";
import { formerOn, type ShownOn } from "../../data/public_incident.ts";
import { listPublicNames } from "../../data/public_name.ts";
import { withStatuses } from "../../domain/incident/component.ts";
import {
  type IncidentSnapshot,
  isMaintenanceType,
  type MaintenanceSnapshot,
  type PublicFact,
} from "../../domain/incident/public_fact.ts";
import { toPlaced } from "../../domain/page/maintenance.ts";
import type { NotifiedEventType } from "../../schema/incident_status.ts";

export async function listPublicFacts(
  db: Db,
  { types, limit, ...on }: ShownOn & { types: readonly NotifiedEventType[]; limit: number },
): Promise<PublicFact[]> {
  const rows = await readPublicEvents(db, on, { types, limit });
  const names = await readNames(db, rows, on.monitorIds);
  return rows.map((row) => toFact(row, names, on));
}

export async function findPublicFact(
  db: Db,
  { id, ...on }: ShownOn & { id: string },
): Promise<PublicFact | null> {
  const row = await readPublicEvent(db, on, id);
  return row && toFact(row, await readNames(db, [row], on.monitorIds), on);
}

/** Current names: a stored name may be internal by now. */
async function readNames(
  db: Db,
  rows: readonly PublicEventRow[],
  monitorIds: readonly number[],
): Promise<Map<number, string>> {
  const placed = new Set(monitorIds);
  const named = new Set(rows.flatMap((row) => subjectOf(row).components.map(({ id }) => id)));
  return await listPublicNames(
    db,
    [...named].filter((id) => placed.has(id)),
  );
}

function subjectOf({ body }: PublicEventRow): IncidentSnapshot & MaintenanceSnapshot {
  return body as IncidentSnapshot & MaintenanceSnapshot;
}

function toFact(row: PublicEventRow, names: ReadonlyMap<number, string>, on: ShownOn): PublicFact {
  const { id, type, at, updateId, former } = row;
  const subject = subjectOf(row);
  const isEverything = isMaintenanceType(type) && subject.allMonitors;
  const components = isEverything
    ? []
    : toPlaced(
        subject.components.map(({ id }) => id),
        names,
      );
  if (isMaintenanceType(type)) {
    return { id, type, at, news: subject.change ?? "scheduled", subject: { ...subject, components } };
  }
  const update = subject.updates.find((one) => one.id === updateId) ?? null;
  const affected = [...withStatuses(components, subject.said ?? {}, subject.status), ...formerOn(on, former)];
  return { id, type, at, subject: { ...subject, components: affected }, update };
}
