import { insertedId, isUniqueBreach, type Statement, save } from "../../data/db.ts";
import {
  deleteIncidentTemplate,
  findIncidentTemplate,
  type IncidentTemplateRow,
  insertIncidentTemplate,
  listIncidentTemplates as listRows,
  makeDefaultTemplate,
  raiseDefaultTemplate,
  raiseMonitorsOfTemplate,
  type StoredTemplate,
  updateIncidentTemplateRow,
} from "../../data/incident_template.ts";
import { decideChanges, listSettings } from "../../domain/system/audit_changes.ts";
import { AppError, notFound } from "../../lib/errors.ts";
import { givenOf, pick } from "../../lib/pick.ts";
import type {
  IncidentTemplate,
  IncidentTemplateChange,
  NewIncidentTemplate,
} from "../../schema/incident_template.ts";
import type { Context } from "../context.ts";
import { entityOf, lastChangeBy, recordAudit, recordRemoval, recordUpdate } from "../record/audit.ts";
import { edit, objectOf } from "../record/version.ts";

export async function listIncidentTemplates(context: Context): Promise<IncidentTemplate[]> {
  return (await listRows(context.db)).map(toTemplate);
}

export async function createIncidentTemplate(
  context: Context,
  wanted: NewIncidentTemplate,
): Promise<IncidentTemplate> {
  const results = await naming(wanted.name, () => save(context.db, makeTemplate(context, wanted)));
  return toTemplate(await getRow(context, insertedId(results)));
}

export function makeTemplate(context: Context, wanted: NewIncidentTemplate): Statement[] {
  const { now } = context;
  const row = { ...wanted, isDefault: false, builtIn: false, createdAt: now, updatedAt: now };
  return [
    insertIncidentTemplate(context.db, row),
    recordAudit(context, {
      action: "Create",
      entityType: "incident_template",
      entityId: "inserted",
      entityName: wanted.name,
      details: { fields: listSettings(wanted) },
    }),
    ...(wanted.isDefault
      ? [raiseDefaultTemplate(null, lastChangeBy(context)), ...makeDefaultTemplate(context.db, "newest")]
      : []),
  ];
}

export async function updateIncidentTemplate(
  context: Context,
  id: number,
  { version, ...change }: IncidentTemplateChange,
): Promise<IncidentTemplate> {
  const given = givenOf<IncidentTemplateRow>(change);
  const load = async () => await getRow(context, id);
  const decide = async (before: IncidentTemplateRow) => decideTemplate(context, before, given);
  await naming(given.name ?? "", () =>
    edit(context, { object: objectOf("incident_template", id), version, load, decide }),
  );
  return toTemplate(await getRow(context, id));
}

export function decideTemplate(
  context: Context,
  before: IncidentTemplateRow,
  given: Partial<IncidentTemplateRow>,
): Statement[] {
  const { isDefault, ...rest } = given;
  if (isDefault === false && before.isDefault) {
    throw new AppError("conflict", "One template must be the default: make another one the default instead.");
  }
  const changes = decideChanges(pick(before, given), given);
  if (Object.keys(changes).length === 0) return [];
  const { id } = before;
  return [
    ...(isDefault ? [raiseDefaultTemplate(id, lastChangeBy(context))] : []),
    updateIncidentTemplateRow(context.db, id, { ...rest, updatedAt: context.now }),
    ...(isDefault ? makeDefaultTemplate(context.db, id) : []),
    ...recordUpdate(context, {
      ...entityOf("incident_template", { id, name: given.name ?? before.name }),
      changes,
    }),
  ];
}

export async function removeIncidentTemplate(context: Context, id: number): Promise<void> {
  await edit(context, {
    object: objectOf("incident_template", id),
    version: undefined,
    load: async () => await getRow(context, id),
    decide: async (before) => {
      if (before.builtIn) {
        throw new AppError("conflict", "The built-in template can't be deleted: change its wording instead.");
      }
      return [
        raiseMonitorsOfTemplate(id, lastChangeBy(context)),
        ...deleteIncidentTemplate(context.db, id),
        ...recordRemoval(context, entityOf("incident_template", before)),
      ];
    },
  });
}

/** Documents refer to templates by name, so names are unique. */
async function naming<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueBreach(error)) throw error;
    throw new AppError("conflict", `A template named ${name} already exists: choose another name.`);
  }
}

async function getRow(context: Context, id: number): Promise<StoredTemplate> {
  const row = await findIncidentTemplate(context.db, id);
  if (!row) throw notFound("incident template");
  return row;
}

function toTemplate(row: StoredTemplate): IncidentTemplate {
  const { createdAt: _createdAt, updatedAt: _updatedAt, ...template } = row;
  return template;
}
