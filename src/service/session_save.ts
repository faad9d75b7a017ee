import { isGuardBreach, type Statement, save } from "../data/db.ts";
import { guardSession, hasSession } from "../data/session.ts";
import { AppError } from "../lib/errors.ts";
import { type Context, userOf } from "./context.ts";

/**
 * Saves only while the session is still there. Whoever resets a password, changes a role or takes a user away ends
 * the sessions: what waited meanwhile, behind a password that is hashed, must not undo it.
 */
export async function saveInSession(context: Context, statements: readonly Statement[]): Promise<D1Result[]> {
  const { session, user } = userOf(context);
  try {
    return await save(context.db, [guardSession(session.id, user), ...statements]);
  } catch (error) {
    if (!isGuardBreach(error) || (await hasSession(context.db, session.id, user))) throw error;
    throw new AppError("unauthorized", "Your session has ended, or your account has changed: sign in again.");
  }
}
