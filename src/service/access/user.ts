import { deleteContact } from "../../data/contact.ts";
import { isGuardBreach, isUniqueBreach, type Statement } from "../../data/db.ts";
import { deleteLinkOf } from "../../data/password_link.ts";
import { deletePushDevicesOf } from "../../data/push_device.ts";
import { deleteCalendarLink, keepFormerUser } from "../../data/schedule.ts";
import {
  deleteSessionsOf,
  deleteTokensCreatedBy,
  deleteUser,
  findUser,
  findUserByEmail,
  guardOtherAdmin,
  insertUser,
  listUsers as listRows,
  type StoredUser,
  type UserRow,
  updateUserSecurityRow,
} from "../../data/user.ts";
import { guardVersion } from "../../data/version.ts";
import { changedSecret, decideChanges } from "../../domain/system/audit_changes.ts";
import { randomText } from "../../lib/bytes.ts";
import { AppError, notFound } from "../../lib/errors.ts";
import { pick } from "../../lib/pick.ts";
import type { Role } from "../../schema/permission.ts";
import type { ManagedUser, User } from "../../schema/user.ts";
import { endStreams } from "../announce/live.ts";
import { type Context, userOf } from "../context.ts";
import { recordAudit, recordUpdate } from "../record/audit.ts";
import { saveInSession } from "../record/session_save.ts";
import { findPageIds } from "../record/shown_on.ts";
import { objectOf, outdated } from "../record/version.ts";
import { confirmIdentity } from "./confirm.ts";
import { gateOf } from "./gate.ts";
import { removeSecondFactor } from "./two_factor.ts";
import { userEntity } from "./user_audit.ts";

const TEMPORARY_PASSWORD_LENGTH = 12;
const TEMPORARY_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz";

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    twoFactor: row.totpSecret !== null,
    sso: row.ssoSubject !== null,
    mustChangePassword: row.mustChangePassword,
    createdAt: row.createdAt,
    lastLoginAt: row.lastLoginAt,
  };
}

export async function listUsers(context: Context): Promise<ManagedUser[]> {
  return (await listRows(context.db)).map(toManaged);
}

function toManaged(row: StoredUser): ManagedUser {
  const { invitedUntil, pageKeys, version } = row;
  return { ...toUser(row), invitedUntil, pageKeys, version };
}

export interface WantedUser {
  email: string;
  role: Role;
  pageKeys?: string[] | null | undefined;
}

export async function createUser(context: Context, { email, role, pageKeys = null }: WantedUser) {
  await findPageIds(context, pageKeys ?? []);
  const { temporaryPassword, passwordHash } = await makeTemporaryPassword(context);
  const row = { email, role, pageKeys, passwordHash, mustChangePassword: true, createdAt: context.now };
  return { user: await insertNewUser(context, row), temporaryPassword };
}

export async function insertNewUser(
  context: Context,
  row: Parameters<typeof insertUser>[1],
  { details = {}, more = [] }: { details?: Record<string, unknown>; more?: readonly Statement[] } = {},
): Promise<ManagedUser> {
  const { email, role } = row;
  if (await findUserByEmail(context.db, email)) throw addressTaken(email);
  try {
    await saveInSession(context, [
      insertUser(context.db, row),
      recordAudit(context, {
        action: "Create",
        entityType: "user",
        entityId: "inserted",
        entityName: email,
        details: { role, ...details, fields: ["email", "role"] },
      }),
      ...more,
    ]);
  } catch (error) {
    throw isUniqueBreach(error) ? addressTaken(email) : error;
  }
  const made = await findUserByEmail(context.db, email);
  if (!made) throw notFound("user");
  return toManaged(await getUser(context, made.id));
}

export async function updateUser(
  context: Context,
  id: number,
  { role, pageKeys, version }: Omit<WantedUser, "email"> & { version?: number | undefined },
): Promise<ManagedUser> {
  const user = await getOther(context, id, "change your own role");
  const object = objectOf("user", id);
  if (version !== undefined && version !== user.version) throw await outdated(context, object);
  await findPageIds(context, pageKeys ?? []);
  const wanted = { role, ...(pageKeys !== undefined && { pageKeys }) };
  const changes = decideChanges(pick(user, wanted), wanted);
  if (Object.keys(changes).length === 0) return toManaged(user);
  const isDemotion = user.role === "admin" && role !== "admin";
  try {
    await saveKeepingAnAdmin(context, [
      guardVersion(object, user.version),
      ...(isDemotion ? [guardOtherAdmin(id), deleteTokensCreatedBy(context.db, id)] : []),
      updateUserSecurityRow(context.db, id, wanted),
      deleteSessionsOf(context.db, id),
      ...recordUpdate(context, { ...userEntity(user), changes }),
    ]);
  } catch (error) {
    const now = await getUser(context, id);
    throw now.version === user.version ? error : await outdated(context, object);
  }
  return toManaged(await getUser(context, id));
}

export async function removeUser(context: Context, id: number): Promise<void> {
  const user = await getOther(context, id, "delete yourself");
  try {
    await saveKeepingAnAdmin(context, [
      ...(user.role === "admin" ? [guardOtherAdmin(id)] : []),
      deleteSessionsOf(context.db, id),
      keepFormerUser(id),
      deleteCalendarLink(context.db, { userId: id }),
      deletePushDevicesOf(context.db, id),
      deleteContact(context.db, id),
      ...deleteUser(context.db, id),
      recordAudit(context, {
        ...userEntity(user),
        action: "Delete",
        details: { role: user.role },
      }),
    ]);
  } catch (error) {
    await getUser(context, id);
    throw error;
  }
}

export async function resetUserPassword(
  context: Context,
  id: number,
): Promise<{ temporaryPassword: string }> {
  if (userOf(context).user.id === id) {
    throw new AppError(
      "forbidden",
      "Change your own password in Your settings, where you confirm the current one.",
    );
  }
  const user = await getUser(context, id);
  const { temporaryPassword, passwordHash } = await makeTemporaryPassword(context);
  await saveInSession(context, [
    updateUserSecurityRow(context.db, id, { passwordHash, mustChangePassword: true }),
    deleteLinkOf(context.db, id),
    deleteSessionsOf(context.db, id),
    ...recordUpdate(context, { ...userEntity(user), changes: changedSecret("password") }),
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
    ...recordUpdate(context, {
      ...userEntity(user),
      changes: { twoFactor: [user.totpSecret !== null, false] },
    }),
  ]);
  endStreams(context);
}

async function getUser(context: Context, id: number): Promise<StoredUser> {
  const user = await findUser(context.db, id);
  if (!user) throw notFound("user");
  return user;
}

async function getOther(context: Context, id: number, deed: string): Promise<StoredUser> {
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
    throw new AppError("conflict", "This is the last administrator: add another one first.");
  }
}

function addressTaken(email: string): AppError {
  const message = `A user with the address ${email} already exists.`;
  return new AppError("conflict", message, { problems: [{ path: "email", message }] });
}
