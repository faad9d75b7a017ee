import { AppError, invalid } from "../lib/errors.ts";
import { type Context, userOf } from "./context.ts";
import { gateOf } from "./gate.ts";

const REAUTH_MS = 5 * 60_000;

/** A sensitive action goes on only for who knows the password or, signing in elsewhere, has just signed in again. */
export async function confirmIdentity(context: Context, currentPassword: string | undefined): Promise<void> {
  const { user, session } = userOf(context);
  if (session.confirmedAt !== null && context.now - session.confirmedAt <= REAUTH_MS) return;
  if (user.passwordHash === null || (!currentPassword && session.method === "sso")) {
    throw new AppError("forbidden", "Sign in again with single sign-on to confirm this.", {
      extra: { reauth: true },
    });
  }
  if (!currentPassword) {
    throw invalid("Type your current password.", [
      { path: "currentPassword", message: "Type your current password." },
    ]);
  }
  if (!(await gateOf(context).isPasswordRight(currentPassword, user.passwordHash))) {
    throw new AppError("forbidden", "The current password is wrong.", {
      problems: [{ path: "currentPassword", message: "The current password is wrong." }],
    });
  }
}
