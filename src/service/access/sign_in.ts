import { isGuardBreach, isUniqueBreach, save } from "../../data/db.ts";
import { insertDenial } from "../../data/denial.ts";
import { isChallengeUsed, useChallenge } from "../../data/used_challenge.ts";
import { findUser, findUserByEmail, type UserRow } from "../../data/user.ts";
import { AppError } from "../../lib/errors.ts";
import type { Context } from "../context.ts";
import { gateOf, gateOfUser, refuseUnless, type SignInWay, takeSignIn } from "./gate.ts";
import { openToken, sealToken } from "./sealed_token.ts";
import { startSession } from "./session.ts";
import { getSignInPolicy, passwordsOff } from "./sign_in_policy.ts";
import { decideSecondFactor } from "./two_factor.ts";

const WRONG_CODE = "Wrong code.";
const NO_LONGER = "This sign-in is no longer valid: sign in again.";
const CODES = { name: "codes", max: 10, windowMs: 15 * 60_000 };
const CODE_STEP_MS = 5 * 60_000;

export type DenialReason =
  | "wrong_password"
  | "unknown_user"
  | "invalid_two_factor_code"
  | "two_factor_expired"
  | "rate_limited"
  | "sso_not_linked"
  | "sso_failed";

export type SignedIn = { user: UserRow; sessionToken: string } | { challengeToken: string };

interface Challenge {
  id: string;
  expiresAt: number;
  userId: number;
  securityVersion: number;
  method: "password" | "sso";
}

/** Only the first refusal of a window is audited: a flood must not cost writes. */
export async function limitSignIn(context: Context, way: SignInWay = "password"): Promise<void> {
  const pass = await takeSignIn(context, way);
  if (!pass.ok && pass.isFirstRefusal) await recordDenial(context, "rate_limited", "");
  refuseUnless(pass);
}

/** Takes as long for an unknown address as for a wrong password. */
export async function signInWithPassword(
  context: Context,
  { email, password }: { email: string; password: string },
  oldToken: string | null,
): Promise<SignedIn> {
  const policy = await getSignInPolicy(context);
  if (!policy.passwordLogin) throw passwordsOff();
  const user = await findUserByEmail(context.db, email);
  const isRight = await gateOf(context).isPasswordRight(password, user?.passwordHash ?? null);
  if (!user || !isRight) {
    await recordDenial(context, user ? "wrong_password" : "unknown_user", email);
    throw new AppError("unauthorized", "Wrong email address or password.");
  }
  return await finishFirstStep(context, user, { method: "password", oldToken });
}

export async function finishFirstStep(
  context: Context,
  user: UserRow,
  { method, oldToken }: { method: "password" | "sso"; oldToken: string | null },
): Promise<SignedIn> {
  if (user.totpSecret !== null) {
    const { id: userId, securityVersion } = user;
    const expiresAt = context.now + CODE_STEP_MS;
    const challenge: Challenge = { id: crypto.randomUUID(), expiresAt, userId, securityVersion, method };
    return { challengeToken: await sealToken(context.env, "sign-in", challenge, expiresAt) };
  }
  const session = await startSession(context, user, { method, replaces: oldToken });
  try {
    await save(context.db, session.statements);
  } catch (error) {
    if (!isGuardBreach(error)) throw error;
    throw new AppError("unauthorized", "Your account just changed: sign in again.");
  }
  return { user: session.user, sessionToken: session.token };
}

export async function finishWithCode(
  context: Context,
  { challengeToken, code }: { challengeToken: string; code: string },
  oldToken: string | null,
): Promise<{ user: UserRow; sessionToken: string }> {
  const opened = await openToken<Challenge>(context.env, "sign-in", challengeToken, context.now);
  const user = opened.state === "bad" ? null : await findUser(context.db, opened.value.userId);
  if (opened.state === "expired") {
    throw await deny(context, "two_factor_expired", user, "That took too long: sign in again.");
  }
  if (opened.state === "bad" || user?.securityVersion !== opened.value.securityVersion) {
    throw await deny(context, "invalid_two_factor_code", user, NO_LONGER);
  }
  const { id, expiresAt, method } = opened.value;
  if (await isChallengeUsed(context.db, id)) {
    throw await deny(context, "invalid_two_factor_code", user, NO_LONGER);
  }
  await limitCodes(context, user);
  const taken = await decideSecondFactor(context, user, code);
  if (!taken) throw await deny(context, "invalid_two_factor_code", user, WRONG_CODE);
  await gateOfUser(context.env, user.id).giveBack(CODES.name);

  const session = await startSession(context, user, { method, replaces: oldToken });
  try {
    await save(context.db, [useChallenge(context.db, id, expiresAt), ...taken, ...session.statements]);
  } catch (error) {
    if (isUniqueBreach(error)) throw await deny(context, "invalid_two_factor_code", user, NO_LONGER);
    if (!isGuardBreach(error)) throw error;
    throw await deny(
      context,
      "invalid_two_factor_code",
      user,
      "This code has already been used: wait for the next one.",
    );
  }
  return { user: session.user, sessionToken: session.token };
}

/** Someone who knows the password can use many addresses, so wrong codes also count per user. */
async function limitCodes(context: Context, user: UserRow): Promise<void> {
  const pass = await gateOfUser(context.env, user.id).take(CODES);
  if (!pass.ok && pass.isFirstRefusal) await recordDenial(context, "rate_limited", user.email);
  refuseUnless(pass);
}

/** Recorded under user 0, whichever account was tried; many within an hour are summed up. */
export async function recordDenial(context: Context, reason: DenialReason, email: string): Promise<void> {
  const { now, client } = context;
  await save(context.db, insertDenial({ at: now, reason, email, ip: client.ip }));
}

async function deny(
  context: Context,
  reason: DenialReason,
  user: UserRow | null,
  sentence: string,
): Promise<AppError> {
  await recordDenial(context, reason, user?.email ?? "");
  const problems = sentence === WRONG_CODE ? [{ path: "code", message: sentence }] : [];
  return new AppError("unauthorized", sentence, { problems });
}
