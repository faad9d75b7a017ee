import { isGuardBreach, type Statement, save } from "../../data/db.ts";
import { guardSession, hasSession } from "../../data/session.ts";
import { AppError } from "../../lib/errors.ts";
import { type Context, userOf } from "../context.ts";

/**
 * Fails if the session ended meanwhile: a request waiting for a password hash must not undo a reset, role
 * change or removal.
 */
export async function saveInSession(context: Context, statements: readonly Statement[]): Promise<D1Result[]> {
  try {
    return await save(context.db, [guardOwnSession(context), ...statements]);
  } catch (error) {
    if (isGuardBreach(error)) await requireOwnSession(context);
    throw error;
  }
}

export function guardOwnSession(context: Context): Statement {
  const { session, user } = userOf(context);
  return guardSession(session.id, user);
}

export async function requireOwnSession(context: Context): Promise<void> {
  const { session, user } = userOf(context);
  if (await hasSession(context.db, session.id, user)) return;
  throw new AppError("unauthorized", "Your session ended or your account changed: sign in again.");
}
