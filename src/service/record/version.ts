import { isGuardBreach, type Statement, save } from "../../data/db.ts";
import { findLastChange, guardVersion } from "../../data/version.ts";
import { AppError } from "../../lib/errors.ts";
import type { AuditEntity } from "../../schema/audit.ts";
import type { Context } from "../context.ts";

const MOST_CHANGED_AT_ONCE = 100;

export function objectOf(entity: AuditEntity, id: number | string | null = null): string {
  return id === null ? entity : `${entity}/${id}`;
}

interface Edit<Before extends { version: number }> {
  object: string;
  version: number | undefined;
  load(): Promise<Before>;
  decide(before: NoInfer<Before>): Promise<readonly Statement[]>;
}

/**
 * The batch checks the version again. If another change came first, callers that sent a version get a
 * conflict; for others it decides again. Returns whether anything was written.
 */
export async function edit<Before extends { version: number }>(
  context: Context,
  { object, version, load, decide }: Edit<Before>,
): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const before = await load();
    if (version !== undefined && version !== before.version) throw await outdated(context, object);
    const statements = await decide(before);
    if (statements.length === 0) return false;
    try {
      await save(context.db, [guardVersion(object, before.version), ...statements]);
      return true;
    } catch (error) {
      if (!isGuardBreach(error)) throw error;
      if (tries === MOST_CHANGED_AT_ONCE)
        throw new AppError("conflict", "Someone else is changing this: try again.");
    }
  }
}

export async function outdated({ db }: Context, object: string): Promise<AppError> {
  const last = await findLastChange(db, object);
  if (!last) {
    const extra = { changedBy: "system", changedAt: 0 };
    return new AppError("conflict", "This version doesn't exist. Reload it and try again.", { extra });
  }
  const { changedAt, changedBy } = last;
  const message = `Changed by ${changedBy} at ${new Date(changedAt).toISOString()}. Reload it and try again.`;
  return new AppError("conflict", message, { extra: { changedBy, changedAt } });
}
