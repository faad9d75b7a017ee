import { insertedId, isUniqueBreach, type Statement, save } from "../data/db.ts";
import {
  deleteIncidentTemplate,
  findIncidentTemplate,
  type IncidentTemplateRow,
  insertIncidentTemplate,
  listIncidentTemplates as listRows,
  makeDefaultTemplate,
  updateIncidentTemplate,
} from "../data/incident_template.ts";
import { AppError, notFound } from "../lib/errors.ts";
import type {
  IncidentTemplate,
  IncidentTemplateChange,
  NewIncidentTemplate,
} from "../schema/incident_template.ts";
import { recordAudit } from "./audit.ts";
import type { Context } from "./context.ts";

export async function listIncidentTemplates(context: Context): Promise<IncidentTemplate[]> {
  return (await listRows(context.db)).map(toTemplate);
}

export async function createIncidentTemplate(
  context: Context,
  wanted: NewIncidentTemplate,
): Promise<IncidentTemplate> {
  const { now } = context;
  const row = { ...wanted, isDefault: false, builtIn: false, createdAt: now, updatedAt: now };
  const results = await saveNamed(context, wanted.name, [
    insertIncidentTemplate(context.db, row),
    record(context, "Create", { id: "inserted", name: wanted.name }),
    ...(wanted.isDefault ? makeDefaultTemplate(context.db, "newest") : []),
  ]);
  return toTemplate(await getRow(context, insertedId(results)));
}

export async function changeIncidentTemplate(
  context: Context,
  id: number,
  change: IncidentTemplateChange,
): Promise<IncidentTemplate> {
  const before = await getRow(context, id);
  const given = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<IncidentTemplateRow>;
  const { isDefault, ...rest } = given;
  if (isDefault === false && before.isDefault) {
    throw new AppError("conflict", "One template is the default: make another one the default instead.");
  }
  const name = given.name ?? before.name;
  await saveNamed(context, name, [
    updateIncidentTemplate(context.db, id, { ...rest, updatedAt: context.now }),
    ...(isDefault ? makeDefaultTemplate(context.db, id) : []),
    record(context, "Update", { id, name }, { fields: Object.keys(given) }),
  ]);
  return toTemplate(await getRow(context, id));
}

export async function removeIncidentTemplate(context: Context, id: number): Promise<void> {
  const before = await getRow(context, id);
  if (before.builtIn) {
    throw new AppError("conflict", "The built-in template can't be deleted: change its wording instead.");
  }
  await save(context.db, [...deleteIncidentTemplate(context.db, id), record(context, "Delete", before)]);
}

/** Documents name templates: two of one name could not be told apart. */
async function saveNamed(context: Context, name: string, statements: readonly Statement[]) {
  try {
    return await save(context.db, statements);
  } catch (error) {
    if (!isUniqueBreach(error)) throw error;
    throw new AppError("conflict", `There is a template named ${name} already: choose another name.`);
  }
}

async function getRow(context: Context, id: number): Promise<IncidentTemplateRow> {
  const row = await findIncidentTemplate(context.db, id);
  if (!row) throw notFound("incident template");
  return row;
}

function record(
  context: Context,
  action: "Create" | "Update" | "Delete",
  { id, name }: { id: number | "inserted"; name: string },
  details: Record<string, unknown> = {},
): Statement {
  return recordAudit(context, {
    ...{ action, entityType: "incident_template", entityId: id, entityName: name, details },
  });
}

function toTemplate(row: IncidentTemplateRow): IncidentTemplate {
  const { createdAt: _createdAt, updatedAt: _updatedAt, ...template } = row;
  return template;
}
