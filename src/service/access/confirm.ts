import { AppError, invalid } from "../../lib/errors.ts";
import { type Context, userOf } from "../context.ts";
import { gateOf } from "./gate.ts";
import { tryGuess } from "./guess.ts";

const REAUTH_MS = 5 * 60_000;

export async function confirmIdentity(
  context: Context,
  currentPassword: string | undefined,
  { reauthMs = REAUTH_MS }: { reauthMs?: number } = {},
): Promise<void> {
  const { user, session } = userOf(context);
  if (session.confirmedAt !== null && context.now - session.confirmedAt <= reauthMs) return;
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
