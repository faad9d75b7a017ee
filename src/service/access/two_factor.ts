import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";
import { isGuardBreach, type Statement } from "../../data/db.ts";
import {
  deleteSessionsOf,
  hasRecoveryCode,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeTotpStep,
  type UserRow,
  updateUserSecurityRow,
} from "../../data/user.ts";
import { changedSecret } from "../../domain/system/audit_changes.ts";
import { secretBoxOf } from "../../env.ts";
import { randomText, sha256Hex } from "../../lib/bytes.ts";
import { AppError, invalid, invalidField } from "../../lib/errors.ts";
import { type Context, userOf } from "../context.ts";
import { recordUpdate } from "../record/audit.ts";
import { saveInSession } from "../record/session_save.ts";
import { confirmIdentity } from "./confirm.ts";
import { tryGuess } from "./guess.ts";
import { openToken, sealToken } from "./sealed_token.ts";
import { getSignInSettings } from "./sign_in_settings.ts";
import { userEntity } from "./user_audit.ts";

const SETUP_MS = 10 * 60_000;
const STEP_SECS = 30;
const RECOVERY_CODES = 8;
const RECOVERY_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";

interface Setup {
  userId: number;
  secret: string;
}

export async function beginTwoFactor(context: Context, currentPassword: string | undefined) {
  const { user } = userOf(context);
  if (user.totpSecret !== null) throw alreadyOn();
  await confirmIdentity(context, currentPassword);
  const secret = new Secret({ size: 20 });
  const uri = new TOTP({ issuer: "Uptide", label: user.email, secret, period: STEP_SECS }).toString();
  const setup: Setup = { userId: user.id, secret: secret.base32 };
  return {
    setupToken: await sealToken(context.env, "two-factor", setup, context.now + SETUP_MS),
    secret: secret.base32,
    uri,
    qrSvg: renderSVG(uri),
  };
}

export async function enableTwoFactor(
  context: Context,
  { setupToken, code }: { setupToken: string; code: string },
): Promise<string[]> {
  const { user, session } = userOf(context);
  if (user.totpSecret !== null) throw alreadyOn();
  const opened = await openToken<Setup>(context.env, "two-factor", setupToken, context.now);
  if (opened.state === "expired") throw invalid("That took longer than 10 minutes: start again.");
  if (opened.state === "bad" || opened.value.userId !== user.id) throw invalid("Start setting it up again.");
  const { secret } = opened.value;
  await tryGuess(context, { reason: "invalid_two_factor_code", fault: wrongCode }, async () =>
    stepOf(secret, code, context.now),
  );

  const box = await secretBoxOf(context.env);
  const codes = makeRecoveryCodes();
  await saveInSession(context, [
    updateUserSecurityRow(context.db, user.id, {
      totpSecret: await box.seal(secret, totpName(user.id)),
      // 0 lets the code used for setup sign in as well.
      totpLastStep: 0,
    }),
    ...replaceRecoveryCodes(context.db, user.id, await hashAll(user.id, codes)),
    deleteSessionsOf(context.db, user.id, session.id),
    ...recordUpdate(context, { ...userEntity(user), changes: { twoFactor: [false, true] } }),
  ]);
  return codes;
}

export async function disableTwoFactor(
  context: Context,
  { currentPassword, code }: { currentPassword?: string | undefined; code: string },
): Promise<void> {
  const { user } = userOf(context);
  if ((await getSignInSettings(context)).requireTwoFactor)
    throw new AppError(
      "conflict",
      "Two-factor authentication is required for everyone and can't be turned off.",
    );
  const taken = await confirmWithCode(context, currentPassword, code);
  await saveWithCode(context, [
    ...taken,
    ...removeSecondFactor(context, user.id),
    ...recordUpdate(context, { ...userEntity(user), changes: { twoFactor: [true, false] } }),
  ]);
}

export async function renewRecoveryCodes(
  context: Context,
  { currentPassword, code }: { currentPassword?: string | undefined; code: string },
): Promise<string[]> {
  const { user } = userOf(context);
  const taken = await confirmWithCode(context, currentPassword, code);
  const codes = makeRecoveryCodes();
  await saveWithCode(context, [
    ...taken,
    ...replaceRecoveryCodes(context.db, user.id, await hashAll(user.id, codes)),
    ...recordUpdate(context, { ...userEntity(user), changes: changedSecret("recoveryCodes") }),
  ]);
  return codes;
}

export function removeSecondFactor(context: Context, userId: number): Statement[] {
  return [
    updateUserSecurityRow(context.db, userId, { totpSecret: null, totpLastStep: 0 }),
    ...replaceRecoveryCodes(context.db, userId, []),
  ];
}

export async function decideSecondFactor(
  context: Context,
  user: UserRow,
  code: string,
): Promise<Statement[] | null> {
  const digits = code.replaceAll(/\s/g, "");
  if (/^\d{6}$/.test(digits)) {
    const box = await secretBoxOf(context.env);
    const secret = user.totpSecret ? await box.open(user.totpSecret, totpName(user.id)) : null;
    if (secret === null) {
      throw new AppError(
        "unavailable",
        "SECRET_KEY doesn't decrypt the stored data: set the key it was encrypted with.",
      );
    }
    const step = stepOf(secret, digits, context.now);
    return step === null || step <= user.totpLastStep ? null : takeTotpStep(context.db, user.id, step);
  }
  const hash = await hashRecoveryCode(user.id, code);
  return (await hasRecoveryCode(context.db, user.id, hash))
    ? takeRecoveryCode(context.db, user.id, hash)
    : null;
}

function totpName(userId: number): string {
  return `user/${userId}/totp_secret`;
}

async function confirmWithCode(
  context: Context,
  currentPassword: string | undefined,
  code: string,
): Promise<Statement[]> {
  const { user } = userOf(context);
  if (user.totpSecret === null) throw new AppError("conflict", "Two-factor authentication is not on.");
  await confirmIdentity(context, currentPassword);
  return await tryGuess(context, { reason: "invalid_two_factor_code", fault: wrongCode }, () =>
    decideSecondFactor(context, user, code),
  );
}

function wrongCode(): AppError {
  return invalid("Wrong code.", [{ path: "code", message: "Wrong code." }]);
}

async function saveWithCode(context: Context, statements: readonly Statement[]): Promise<void> {
  try {
    await saveInSession(context, statements);
  } catch (error) {
    if (!isGuardBreach(error)) throw error;
    throw invalidField("code", "This code has already been used: wait for the next one.");
  }
}

function stepOf(base32: string, code: string, now: number): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(base32), period: STEP_SECS });
  const delta = totp.validate({ token: code.replaceAll(/\s/g, ""), timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / STEP_SECS) + delta;
}

function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    return randomText(RECOVERY_ALPHABET, 16).replace(/(.{4})(?=.)/g, "$1-");
  });
}

async function hashAll(userId: number, codes: readonly string[]): Promise<string[]> {
  return await Promise.all(codes.map((code) => hashRecoveryCode(userId, code)));
}

/** 79 random bits: a plain hash can't be brute-forced. */
async function hashRecoveryCode(userId: number, code: string): Promise<string> {
  return await sha256Hex(`${userId}/${code.toLowerCase().replaceAll(/[^a-z0-9]/g, "")}`);
}

function alreadyOn(): AppError {
  return new AppError("conflict", "Two-factor authentication is already on: turn it off first.");
}
