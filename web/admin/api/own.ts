import type { z } from "zod";
import type { calendarAddress, OwnShifts } from "../../../src/schema/schedule.ts";
import type {
  confirmationWithCode,
  passwordChange,
  recoveryCodes,
  session,
  signedIn,
  twoFactorEnable,
  twoFactorSetup,
} from "../../../src/schema/session.ts";
import type { confirmation, profileChange } from "../../../src/schema/user.ts";
import { request } from "../../lib/api.ts";

const ROOT = "/api/v1/auth";

export type Session = z.output<typeof session>;
export type TwoFactorSetup = z.output<typeof twoFactorSetup>;
type RecoveryCodes = z.output<typeof recoveryCodes>;

export async function signOut(): Promise<void> {
  await request("POST", `${ROOT}/logout`);
}

export async function signOutEverywhere(): Promise<void> {
  await request("POST", `${ROOT}/logout-all`);
}

export async function listSessions(signal: AbortSignal): Promise<Session[]> {
  return await request("GET", `${ROOT}/sessions`, { signal });
}

export async function endSession(id: number): Promise<void> {
  await request("DELETE", `${ROOT}/sessions/${id}`);
}

export async function updateProfile(body: z.input<typeof profileChange>): Promise<z.output<typeof signedIn>> {
  return await request("PATCH", `${ROOT}/profile`, { body });
}

export async function updateOwnPassword(body: z.input<typeof passwordChange>): Promise<void> {
  await request("POST", `${ROOT}/change-password`, { body });
}

export async function beginTwoFactor(body: z.input<typeof confirmation>): Promise<TwoFactorSetup> {
  return await request("POST", `${ROOT}/2fa/setup`, { body });
}

export async function enableTwoFactor(body: z.input<typeof twoFactorEnable>): Promise<RecoveryCodes> {
  return await request("POST", `${ROOT}/2fa/enable`, { body });
}

export async function disableTwoFactor(body: z.input<typeof confirmationWithCode>): Promise<void> {
  await request("POST", `${ROOT}/2fa/disable`, { body });
}

export async function renewRecoveryCodes(body: z.input<typeof confirmationWithCode>): Promise<RecoveryCodes> {
  return await request("POST", `${ROOT}/2fa/recovery-codes`, { body });
}

interface Shifts {
  shifts: OwnShifts;
  hasCalendar: boolean;
}

export async function listOwnShifts(signal: AbortSignal): Promise<Shifts> {
  return await request("GET", `${ROOT}/shifts`, { signal });
}

export async function makeOwnCalendar(): Promise<z.output<typeof calendarAddress>> {
  return await request("POST", `${ROOT}/shifts/calendar`);
}

export async function removeOwnCalendar(): Promise<void> {
  await request("DELETE", `${ROOT}/shifts/calendar`);
}
