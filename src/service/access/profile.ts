import { updateUserRow } from "../../data/user.ts";
import { decideChanges } from "../../domain/system/audit_changes.ts";
import { givenOf, pick } from "../../lib/pick.ts";
import type { OwnUser } from "../../schema/session.ts";
import type { ProfileChange } from "../../schema/user.ts";
import { type Context, userOf } from "../context.ts";
import { recordUpdate } from "../record/audit.ts";
import { saveInSession } from "../record/session_save.ts";
import { readOwnUser } from "./own_user.ts";
import { userEntity } from "./user_audit.ts";

export async function updateProfile(context: Context, change: ProfileChange): Promise<OwnUser> {
  const { user } = userOf(context);
  const given = givenOf(change);
  const changes = decideChanges(pick(user, given), given);
  if (Object.keys(changes).length > 0)
    await saveInSession(context, [
      updateUserRow(context.db, user.id, given),
      ...recordUpdate(context, { ...userEntity(user), changes }),
    ]);
  return await readOwnUser(context, { ...user, ...given });
}
