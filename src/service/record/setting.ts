import type { ZodType } from "zod";
import type { Statement } from "../../data/db.ts";
import { findSettingVersion, saveSetting } from "../../data/setting.ts";
import { DEFAULT_PAGE_ID, type PageSite, settingOf } from "../../domain/page/site.ts";
import { decideChanges } from "../../domain/system/audit_changes.ts";
import type { Config } from "../../lib/config.ts";
import type { AuditEntity } from "../../schema/audit.ts";
import type { Context } from "../context.ts";
import { recordUpdate } from "./audit.ts";
import { edit } from "./version.ts";

export interface SettingObject<T> {
  setting: string;
  schema: ZodType<T>;
  entityType: AuditEntity;
  entityName: string;
  isOfPage?: true;
}

type SettingContext = Pick<Context, "db" | "page">;

export function namesOf<T>({ page }: Pick<Context, "page">, single: SettingObject<T>) {
  const { setting, entityType, entityName, isOfPage } = single;
  if (!isOfPage) return { setting, object: entityType as string, entityName };
  return {
    setting: settingOf(setting, page.id),
    object: settingOf(entityType, page.id),
    entityName: entityNameOn(page, entityName),
  };
}

export function entityNameOn({ id, key }: Pick<PageSite, "id" | "key">, name: string): string {
  return id === DEFAULT_PAGE_ID ? name : `${name} (${key})`;
}

export async function loadSingle<T>(
  context: SettingContext,
  single: SettingObject<T>,
): Promise<{ value: T; version: number }> {
  const { setting, object } = namesOf(context, single);
  const { value, version } = await findSettingVersion(context.db, setting, object);
  return { value: single.schema.parse(value ?? {}), version };
}

export async function getSingle<T extends object>(
  context: SettingContext,
  single: SettingObject<T>,
): Promise<T & { version: number }> {
  const { value, version } = await loadSingle(context, single);
  return { ...value, version };
}

export function decideSingle<T extends object>(
  context: Context,
  single: SettingObject<T>,
  { before, after }: { before: T; after: T },
): Statement[] {
  const changes = decideChanges(before as Config, after as Config);
  if (Object.keys(changes).length === 0) return [];
  const { setting, ...names } = namesOf(context, single);
  return [
    saveSetting(context.db, setting, after, context.now),
    ...recordUpdate(context, { ...names, changes, entityType: single.entityType }),
  ];
}

/** Decides again if another change came first. Returns the previous value, or null if nothing changed. */
export async function editSingle<T extends object>(
  context: Context,
  single: SettingObject<T>,
  {
    version,
    decide,
    guards = () => [],
  }: {
    version: number | undefined;
    decide(before: T): Promise<T> | T;
    guards?: (after: T, before: T) => readonly Statement[];
  },
): Promise<{ before: T; after: T; isChanged: boolean }> {
  const { object } = namesOf(context, single);
  let decided: { before: T; after: T } | null = null;
  const isChanged = await edit(context, {
    object,
    version,
    load: async () => await loadSingle(context, single),
    decide: async ({ value: before }) => {
      const after = await decide(before);
      decided = { before, after };
      const statements = decideSingle(context, single, { before, after });
      return statements.length === 0 ? [] : [...guards(after, before), ...statements];
    },
  });
  if (!decided) throw new Error("nothing was decided");
  return { ...(decided as { before: T; after: T }), isChanged };
}
