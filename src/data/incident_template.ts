import { desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Db, Statement } from "./db.ts";
import { incidentTemplates } from "./tables_incident.ts";
import { monitors } from "./tables_monitor.ts";
import { type LastChange, raiseVersionsOf, versionOf } from "./version.ts";

export type IncidentTemplateRow = typeof incidentTemplates.$inferSelect;
export type StoredTemplate = IncidentTemplateRow & { version: number };

const columns = {
  ...getTableColumns(incidentTemplates),
  version: versionOf(sql`'incident_template/' || ${incidentTemplates.id}`),
};

export async function listIncidentTemplates(db: Db): Promise<StoredTemplate[]> {
  return await db
    .select(columns)
    .from(incidentTemplates)
    .orderBy(desc(incidentTemplates.builtIn), sql`${incidentTemplates.name} COLLATE NOCASE`);
}

export async function findIncidentTemplate(db: Db, id: number): Promise<StoredTemplate | null> {
  return (await db.select(columns).from(incidentTemplates).where(eq(incidentTemplates.id, id)).get()) ?? null;
}

export async function findTemplateOrDefault(db: Db, id: number | null): Promise<IncidentTemplateRow | null> {
  const rows = await db
    .select()
    .from(incidentTemplates)
    .where(sql`${incidentTemplates.id} = ${id} OR ${incidentTemplates.isDefault} = 1`);
  return rows.find((row) => row.id === id) ?? rows[0] ?? null;
}

export function insertIncidentTemplate(db: Db, row: Omit<IncidentTemplateRow, "id">): Statement {
  return db.insert(incidentTemplates).values(row);
}

export function updateIncidentTemplateRow(
  db: Db,
  id: number,
  change: Partial<IncidentTemplateRow>,
): Statement {
  return db.update(incidentTemplates).set(change).where(eq(incidentTemplates.id, id));
}

/** Call before another template becomes the default. */
export function raiseDefaultTemplate(exceptId: number | null, change: LastChange): Statement {
  return raiseVersionsOf(
    sql`SELECT 'incident_template/' || id FROM incident_templates WHERE is_default = 1 AND id IS NOT ${exceptId}`,
    change,
  );
}

export function raiseMonitorsOfTemplate(id: number, change: LastChange): Statement {
  return raiseVersionsOf(
    sql`SELECT 'monitor/' || id FROM monitors WHERE auto_incident_template_id = ${id}`,
    change,
  );
}

export function makeDefaultTemplate(db: Db, ref: number | "newest"): Statement[] {
  const id = ref === "newest" ? sql<number>`(SELECT max(id) FROM incident_templates)` : sql<number>`${ref}`;
  return [
    db.update(incidentTemplates).set({ isDefault: false }).where(eq(incidentTemplates.isDefault, true)),
    db.update(incidentTemplates).set({ isDefault: true }).where(eq(incidentTemplates.id, id)),
    makeBuiltInDefault,
  ];
}

const makeBuiltInDefault = sql`
  UPDATE incident_templates SET is_default = 1
  WHERE built_in = 1 AND NOT EXISTS (SELECT 1 FROM incident_templates WHERE is_default = 1)`;

export function deleteIncidentTemplate(db: Db, id: number): Statement[] {
  return [
    db.delete(incidentTemplates).where(eq(incidentTemplates.id, id)),
    makeBuiltInDefault,
    db.update(monitors).set({ autoIncidentTemplateId: null }).where(eq(monitors.autoIncidentTemplateId, id)),
  ];
}
