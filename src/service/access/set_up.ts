import { isGuardBreach, save } from "../../data/db.ts";
import { findUserByEmail, guardNoUser, hasUsers, insertUser, type UserRow } from "../../data/user.ts";
import { confirmSecretKey, variablesOf } from "../../env.ts";
import { AppError } from "../../lib/errors.ts";
import type { Context } from "../context.ts";
import { recordAudit } from "../record/audit.ts";
import { findWrongKey } from "../record/secret_key.ts";
import { gateOf } from "./gate.ts";
import { startSession } from "./session.ts";

export async function getSetUpStatus(
  context: Context,
): Promise<{ required: boolean; problems: readonly string[] }> {
  const { problems, runsLocally } = variablesOf(context.env);
  const own = problems.filter((problem) => !(runsLocally && problem.startsWith("PUBLIC_URL is missing")));
  const wrongKey = await findWrongKey(context.env);
  return { required: !(await hasUsers(context.db)), problems: [...own, ...wrongKey] };
}

export async function completeSetUp(
  context: Context,
  { email, password }: { email: string; password: string },
): Promise<{ user: UserRow; sessionToken: string }> {
  if (await hasUsers(context.db)) throw alreadyDone();
  await confirmSecretKey(context.env);
  const passwordHash = await gateOf(context).hashPassword(password);
  const newUser = insertUser(context.db, {
    email,
    role: "admin",
    passwordHash,
    mustChangePassword: false,
    createdAt: context.now,
  });
  try {
    await save(context.db, [
      guardNoUser(),
      newUser,
      recordAudit(context, {
        action: "Create",
        entityType: "user",
        entityId: "inserted",
        entityName: email,
        details: { role: "admin", by: "set-up wizard", fields: ["email", "role"] },
        by: { id: 0, email },
      }),
    ]);
  } catch (error) {
    if (isGuardBreach(error)) throw alreadyDone();
    throw error;
  }
  const user = await findUserByEmail(context.db, email);
  if (!user) throw new Error("the first user is not there");
  const session = await startSession(context, user, { method: "password", replaces: null });
  await save(context.db, session.statements);
  return { user: session.user, sessionToken: session.token };
}

function alreadyDone(): AppError {
  return new AppError("conflict", "Uptide is already set up: sign in.");
}
