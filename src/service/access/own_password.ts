import { deleteLinkOf } from "../../data/password_link.ts";
import { deleteSessionsOf, updateUserSecurityRow } from "../../data/user.ts";
import { changedSecret } from "../../domain/system/audit_changes.ts";
import { invalidField } from "../../lib/errors.ts";
import { type Context, userOf } from "../context.ts";
import { recordUpdate } from "../record/audit.ts";
import { saveInSession } from "../record/session_save.ts";
import { confirmIdentity } from "./confirm.ts";
import { gateOf } from "./gate.ts";
import { userEntity } from "./user_audit.ts";

export async function updateOwnPassword(
  context: Context,
  { currentPassword, newPassword }: { currentPassword?: string | undefined; newPassword: string },
): Promise<void> {
  const { user, session } = userOf(context);
  await confirmIdentity(context, currentPassword);
  const isSame =
    user.mustChangePassword && (await gateOf(context).isPasswordRight(newPassword, user.passwordHash));
  if (isSame) {
    throw invalidField("newPassword", "Choose a password other than the temporary one.");
  }
  const passwordHash = await gateOf(context).hashPassword(newPassword);
  await saveInSession(context, [
    updateUserSecurityRow(context.db, user.id, { passwordHash, mustChangePassword: false }),
    deleteSessionsOf(context.db, user.id, session.id),
    deleteLinkOf(context.db, user.id),
    ...recordUpdate(context, { ...userEntity(user), changes: changedSecret("password") }),
  ]);
}
