import type { ZodType } from "zod";
import type { Statement } from "../../data/db.ts";
import { findSettingVersion, saveSetting } from "../../data/setting.ts";
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
}

export async function loadSingle<T>(
  { db }: Pick<Context, "db">,
  { setting, schema, entityType }: SettingObject<T>,
): Promise<{ value: T; version: number }> {
  const { value, version } = await findSettingVersion(db, setting, entityType);
  return { value: schema.parse(value ?? {}), version };
}

export async function getSingle<T extends object>(
  context: Pick<Context, "db">,
  single: SettingObject<T>,
): Promise<T & { version: number }> {
  const { value, version } = await loadSingle(context, single);
  return { ...value, version };
}

/** Decides again if another change came first. Returns the value before the change, or null if nothing changed. */
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
    guards?: (after: T) => readonly Statement[];
  },
): Promise<{ before: T; after: T; isChanged: boolean }> {
  const { setting, entityType, entityName } = single;
  let decided: { before: T; after: T } | null = null;
  const isChanged = await edit(context, {
    object: entityType,
    version,
    load: async () => await loadSingle(context, single),
    decide: async ({ value: before }) => {
      const after = await decide(before);
      decided = { before, after };
      const changes = decideChanges(before as Config, after as Config);
      if (Object.keys(changes).length === 0) return [];
      return [
        ...guards(after),
        saveSetting(context.db, setting, after, context.now),
        ...recordUpdate(context, { changes, entityType, entityName }),
      ];
    },
  });
  if (!decided) throw new Error("nothing was decided");
  return { ...(decided as { before: T; after: T }), isChanged };
}
