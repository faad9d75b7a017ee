import { isGuardBreach, isUniqueBreach, type Statement } from "../data/db.ts";
import {
  deleteSessionsOf,
  deleteTokensCreatedBy,
  deleteUser,
  findUser,
  findUserByEmail,
  guardOtherAdmin,
  insertUser,
  listUsers as listRows,
  type UserRow,
  updateUserSecurity,
} from "../data/user.ts";
import type { Role } from "../domain/access.ts";
import { randomText } from "../lib/bytes.ts";
import { AppError, notFound } from "../lib/errors.ts";
import type { User } from "../schema/user.ts";
import { recordAudit } from "./audit.ts";
import { confirmIdentity } from "./confirm.ts";
import { type Context, userOf } from "./context.ts";
import { gateOf } from "./gate.ts";
import { endStreams } from "./live.ts";
import { saveInSession } from "./session_save.ts";
import { removeSecondFactor } from "./two_factor.ts";

const TEMPORARY_PASSWORD_LENGTH = 12;
const TEMPORARY_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz";

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    twoFactor: row.totpSecret !== null,
    sso: row.ssoSubject !== null,
    mustChangePassword: row.mustChangePassword,
    createdAt: row.createdAt,
    lastLoginAt: row.lastLoginAt,
  };
}

export async function listUsers(context: Context): Promise<User[]> {
  return (await listRows(context.db)).map(toUser);
}

export async function createUser(context: Context, { email, role }: { email: string; role: Role }) {
  if (await findUserByEmail(context.db, email)) throw addressTaken(email);
  const { temporaryPassword, passwordHash } = await makeTemporaryPassword(context);
  const row = { email, role, passwordHash, mustChangePassword: true, createdAt: context.now };
  try {
    await saveInSession(context, [
      insertUser(context.db, row),
      recordAudit(context, {
        action: "Create",
        entityType: "user",
        entityId: "inserted",
        entityName: email,
        details: { role },
      }),
    ]);
  } catch (error) {
    throw isUniqueBreach(error) ? addressTaken(email) : error;
  }
  const user = await findUserByEmail(context.db, email);
  if (!user) throw notFound("user");
  return { user: toUser(user), temporaryPassword };
}

/** Ends the user's sessions; who stops being an administrator loses the API tokens they made. */
export async function changeUserRole(context: Context, id: number, role: Role): Promise<User> {
  const user = await getOther(context, id, "change your own role");
  if (user.role === role) return toUser(user);
  const isDemotion = user.role === "admin";
  await saveKeepingAnAdmin(context, [
    ...(isDemotion ? [guardOtherAdmin(id), deleteTokensCreatedBy(context.db, id)] : []),
    updateUserSecurity(context.db, id, { role }),
    deleteSessionsOf(context.db, id),
    recordUser(context, user, "Update", { fields: ["role"], from: user.role, to: role }),
  ]);
  return toUser({ ...user, role });
}

export async function removeUser(context: Context, id: number): Promise<void> {
  const user = await getOther(context, id, "delete yourself");
  await saveKeepingAnAdmin(context, [
    ...(user.role === "admin" ? [guardOtherAdmin(id)] : []),
    deleteSessionsOf(context.db, id),
    deleteUser(context.db, id),
    recordUser(context, user, "Delete", { role: user.role }),
  ]);
}

export async function resetUserPassword(
  context: Context,
  id: number,
): Promise<{ temporaryPassword: string }> {
  if (userOf(context).user.id === id) {
    throw new AppError(
      "forbidden",
      "Change your own password in Your settings: it asks for the current one.",
    );
  }
  const user = await getUser(context, id);
  const { temporaryPassword, passwordHash } = await makeTemporaryPassword(context);
  await saveInSession(context, [
    updateUserSecurity(context.db, id, { passwordHash, mustChangePassword: true }),
    deleteSessionsOf(context.db, id),
    recordUser(context, user, "Update", { fields: ["password"] }),
  ]);
  endStreams(context);
  return { temporaryPassword };
}

export async function resetUserTwoFactor(
  context: Context,
  id: number,
  currentPassword: string | undefined,
): Promise<void> {
  const user = await getOther(context, id, "reset your own second factor");
  await confirmIdentity(context, currentPassword);
  await saveInSession(context, [
    ...removeSecondFactor(context, id),
    deleteSessionsOf(context.db, id),
    recordUser(context, user, "Update", { twoFactor: false }),
  ]);
  endStreams(context);
}

async function getUser(context: Context, id: number): Promise<UserRow> {
  const user = await findUser(context.db, id);
  if (!user) throw notFound("user");
  return user;
}

async function getOther(context: Context, id: number, deed: string): Promise<UserRow> {
  if (userOf(context).user.id === id) {
    throw new AppError("forbidden", `You can't ${deed} here: ask another administrator.`);
  }
  return await getUser(context, id);
}

async function makeTemporaryPassword(context: Context) {
  const temporaryPassword = randomText(TEMPORARY_ALPHABET, TEMPORARY_PASSWORD_LENGTH);
  return { temporaryPassword, passwordHash: await gateOf(context).hashPassword(temporaryPassword) };
}

async function saveKeepingAnAdmin(context: Context, statements: Statement[]): Promise<void> {
  try {
    await saveInSession(context, statements);
    endStreams(context);
  } catch (error) {
    if (!isGuardBreach(error)) throw error;
    throw new AppError("conflict", "This is the last administrator: make another one first.");
  }
}

function recordUser(
  context: Context,
  user: UserRow,
  action: "Update" | "Delete",
  details: Record<string, unknown>,
): Statement {
  return recordAudit(context, {
    action,
    entityType: "user",
    entityId: user.id,
    entityName: user.email,
    details,
  });
}

function addressTaken(email: string): AppError {
  const message = `There is a user with the address ${email} already.`;
  return new AppError("conflict", message, { problems: [{ path: "email", message }] });
}
