import type { Statement } from "../../data/db.ts";
import type { UserRow } from "../../data/user.ts";
import type { Changes } from "../../domain/system/audit_changes.ts";
import type { Context } from "../context.ts";
import { recordUpdate } from "../system/audit.ts";
import { objectOf } from "../system/version.ts";

/** `by`: the user themselves, where nobody is signed in yet. */
export function recordUserUpdate(
  context: Context,
  { id, email }: Pick<UserRow, "id" | "email">,
  { changes, by }: { changes: Changes; by?: { id: number; email: string } },
): Statement[] {
  const entity = { entityType: "user", entityId: id, entityName: email } as const;
  return recordUpdate(context, { ...entity, object: objectOf("user", id), changes, ...(by && { by }) });
}
