import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "./db.ts";
import type { DueRows } from "./due.ts";
import { completeIncidents, type IncidentView, isOpen } from "./incident.ts";
import { incidents } from "./tables_incident.ts";

export const REMINDING: DueRows = {
  table: incidents,
  where: sql`${incidents.nagHours} IS NOT NULL AND ${isOpen}`,
};

export async function listReminding(db: Db): Promise<IncidentView[]> {
  const rows = await db.select().from(incidents).where(REMINDING.where);
  return await completeIncidents(db, rows);
}

/** Of several concurrent callers one succeeds. `at` counts as the time of the reminder until it is sent. */
export function takeReminder({ id, naggedAt }: Pick<IncidentView, "id" | "naggedAt">, at: number): Statement {
  return sql`UPDATE incidents SET nagged_at = ${at} WHERE id = ${id} AND nagged_at IS ${naggedAt}`;
}

export function endReminder(
  db: Db,
  { id }: Pick<IncidentView, "id">,
  { taken, now }: { taken: number; now: number },
): Statement {
  return db
    .update(incidents)
    .set({ naggedAt: now })
    .where(and(eq(incidents.id, id), eq(incidents.naggedAt, taken)));
}

const isStaff = sql`u.role IN ('admin', 'operator')`;

export async function listAuthors(
  db: Db,
  { id, createdAt }: Pick<IncidentView, "id" | "createdAt">,
): Promise<string[]> {
  const read = async (rows: SQL) => (await db.all<{ email: string }>(rows)).map(({ email }) => email);
  const authors = await read(sql`
    SELECT DISTINCT u.email FROM audit a JOIN users u ON u.id = a.user_id
    WHERE a.at >= ${createdAt} AND a.entity_type = 'incident' AND a.entity_id = ${id} AND ${isStaff}
    ORDER BY u.email`);
  return authors.length > 0
    ? authors
    : await read(sql`SELECT u.email FROM users u WHERE ${isStaff} ORDER BY u.email`);
}
