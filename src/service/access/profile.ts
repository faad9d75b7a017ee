import { updateUserRow } from "../../data/user.ts";
import { decideChanges } from "../../domain/system/audit_changes.ts";
import type { OwnUser } from "../../schema/session.ts";
import type { ProfileChange } from "../../schema/user.ts";
import { type Context, userOf } from "../context.ts";
import { recordUpdate } from "../record/audit.ts";
import { saveInSession } from "../record/session_save.ts";
import { toOwnUser } from "./own_user.ts";
import { userEntity } from "./user_audit.ts";

export async function updateProfile(context: Context, { name }: ProfileChange): Promise<OwnUser> {
  const { user } = userOf(context);
  if (name !== user.name)
    await saveInSession(context, [
      updateUserRow(context.db, user.id, { name }),
      ...recordUpdate(context, {
        ...userEntity(user),
        changes: decideChanges({ name: user.name }, { name }),
      }),
    ]);
  return await toOwnUser(context, { ...user, name });
}
