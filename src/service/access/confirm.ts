import { AppError, invalid } from "../../lib/errors.ts";
import { type Context, userOf } from "../context.ts";
import { gateOf } from "./gate.ts";
import { tryGuess } from "./guess.ts";

const REAUTH_MS = 5 * 60_000;

/** With `freshMs`, a sign-in with single sign-on in that time is enough. */
export async function confirmIdentity(
  context: Context,
  currentPassword: string | undefined,
  { freshMs = null }: { freshMs?: number | null } = {},
): Promise<void> {
  const { user, session } = userOf(context);
  if (context.now - (session.confirmedAt ?? 0) <= (freshMs ?? REAUTH_MS)) return;
  if (freshMs !== null && session.method === "sso" && context.now - session.createdAt <= freshMs) return;
  if (user.passwordHash === null || (!currentPassword && session.method === "sso")) {
    throw new AppError("forbidden", "Sign in again with single sign-on to confirm this.", {
      extra: { reauth: true },
    });
  }
  if (!currentPassword) {
    throw invalid("Enter your current password.", [
      { path: "currentPassword", message: "Enter your current password." },
    ]);
  }
  const { passwordHash } = user;
  await tryGuess(context, { reason: "wrong_password", fault: wrongPassword }, () =>
    gateOf(context).isPasswordRight(currentPassword, passwordHash),
  );
}

function wrongPassword(): AppError {
  const message = "The current password is wrong.";
  return new AppError("forbidden", message, { problems: [{ path: "currentPassword", message }] });
}
