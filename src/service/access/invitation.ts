import { findUser } from "../../data/user.ts";
import { AppError, notFound } from "../../lib/errors.ts";
import { SendFault } from "../../notify/send_fault.ts";
import type { Invitation } from "../../schema/user.ts";
import { type Context, userOf } from "../context.ts";
import { recordUpdate } from "../record/audit.ts";
import { saveInSession } from "../record/session_save.ts";
import { findPageIds } from "../record/shown_on.ts";
import { findMailProblem, sendAccountMail } from "./account_mail.ts";
import { makeLink } from "./password_link.ts";
import { getSignInPolicy } from "./sign_in_policy.ts";
import { insertNewUser, type WantedUser } from "./user.ts";
import { userEntity } from "./user_audit.ts";

export async function inviteUser(context: Context, { email, role, pageKeys = null }: WantedUser) {
  await requireMail(context);
  await findPageIds(context, pageKeys ?? []);
  const link = await makeLink("invitation", { email, now: context.now });
  const row = {
    email,
    role,
    pageKeys,
    passwordHash: null,
    mustChangePassword: false,
    createdAt: context.now,
  };
  const user = await insertNewUser(context, row, { details: { invited: true }, more: [link.statement] });
  return { user, invitation: await send(context, email, link) };
}

export async function inviteUserAgain(context: Context, id: number): Promise<Invitation> {
  await requireMail(context);
  const user = await findUser(context.db, id);
  if (!user) throw notFound("user");
  if (user.invitedUntil === null)
    throw new AppError("conflict", "This user has no pending invitation: reset the password instead.");
  const link = await makeLink("invitation", { email: user.email, now: context.now });
  await saveInSession(context, [
    link.statement,
    ...recordUpdate(context, {
      ...userEntity(user),
      changes: { invitedUntil: [user.invitedUntil, link.expiresAt] },
    }),
  ]);
  return await send(context, user.email, link);
}

async function send(
  context: Context,
  to: string,
  { path, expiresAt }: { path: string; expiresAt: number },
): Promise<Invitation> {
  try {
    await sendAccountMail(context.env, "invitation", { to, path, by: userOf(context).user.email });
    return { expiresAt, problem: null };
  } catch (error) {
    if (!(error instanceof SendFault)) throw error;
    return { expiresAt, problem: error.message };
  }
}

async function requireMail(context: Context): Promise<void> {
  const { passwordLogin } = await getSignInPolicy(context);
  if (!passwordLogin)
    throw new AppError("conflict", "Password sign-in is off: users sign in with single sign-on.");
  const problem = await findMailProblem(context);
  if (problem !== null) throw new AppError("conflict", problem);
}
