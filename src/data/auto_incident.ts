import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "./db.ts";
import type { IncidentRow } from "./incident.ts";
import { incidents } from "./tables_incident.ts";

interface EventNumber {
  monitorId: number;
  sequence: number;
}

export async function listRunningAutoIncidents(
  db: Db,
  { monitorId, sequence }: EventNumber,
): Promise<IncidentRow[]> {
  return await db
    .select()
    .from(incidents)
    .where(and(isOfMonitor(monitorId), isNull(incidents.autoEndedAt), isUpTo(sequence)))
    .orderBy(desc(incidents.id));
}

export async function findAutoIncident(db: Db, eventId: string): Promise<IncidentRow | null> {
  return (await db.select().from(incidents).where(eq(incidents.autoEventId, eventId)).get()) ?? null;
}

export function mayOpen({ monitorId, sequence }: EventNumber): SQL {
  return sql`
    EXISTS (SELECT 1 FROM monitors WHERE id = ${monitorId})
    AND NOT EXISTS (SELECT 1 FROM auto_incident_ends WHERE monitor_id = ${monitorId} AND sequence >= ${sequence})
    AND NOT EXISTS (SELECT 1 FROM incidents
      WHERE ${isOfMonitor(monitorId)} AND auto_ended_at IS NULL AND status <> 'resolved')`;
}

export function isRunning(id: number): SQL {
  return sql`EXISTS (SELECT 1 FROM incidents WHERE id = ${id} AND auto_ended_at IS NULL AND status <> 'resolved')`;
}

export function endAutoIncidents({ monitorId, sequence }: EventNumber): Statement {
  return sql`
    INSERT INTO auto_incident_ends (monitor_id, sequence)
    SELECT ${monitorId}, ${sequence} WHERE EXISTS (SELECT 1 FROM monitors WHERE id = ${monitorId})
    ON CONFLICT (monitor_id) DO UPDATE SET sequence = max(sequence, excluded.sequence)`;
}

/** Event ids start with `<monitor>:`; `;` is the character after `:`. */
function isOfMonitor(monitorId: number): SQL {
  return sql`auto_event_id >= ${`${monitorId}:`} AND auto_event_id < ${`${monitorId};`}`;
}

function isUpTo(sequence: number): SQL {
  return sql`CAST(substr(auto_event_id, instr(auto_event_id, ':') + 1) AS INTEGER) <= ${sequence}`;
}
