import type { z } from "zod";
import type {
  challengeResponse,
  credentials,
  linkRead,
  PasswordLink,
  passwordByLink,
  passwordRequest,
  signedIn,
  signInConfig,
  signInResponse,
} from "../../../src/schema/session.ts";
import { request } from "../../lib/api.ts";

const ROOT = "/api/v1/auth";

type SignInConfig = z.output<typeof signInConfig>;
type SignedIn = z.output<typeof signedIn>;

export async function getSignInConfig(signal: AbortSignal): Promise<SignInConfig> {
  return await request("GET", `${ROOT}/config`, { signal, isGuest: true });
}

export async function signIn(body: z.input<typeof credentials>): Promise<z.output<typeof signInResponse>> {
  return await request("POST", `${ROOT}/login`, { body, isGuest: true });
}

export async function sendCode(body: z.input<typeof challengeResponse>): Promise<SignedIn> {
  return await request("POST", `${ROOT}/2fa/verify`, { body, isGuest: true });
}

export async function requestPassword(body: z.input<typeof passwordRequest>): Promise<void> {
  await request("POST", `${ROOT}/forgot-password`, { body, isGuest: true });
}

export async function getPasswordLink(
  body: z.input<typeof linkRead>,
  signal: AbortSignal,
): Promise<PasswordLink> {
  return await request("POST", `${ROOT}/password-link`, { body, signal, isGuest: true });
}

export async function setPasswordByLink(body: z.input<typeof passwordByLink>): Promise<void> {
  await request("POST", `${ROOT}/set-password`, { body, isGuest: true });
}

export function oidcUrl({ returnTo, isAgain = false }: { returnTo: string; isAgain?: boolean }): string {
  const query = new URLSearchParams({ returnTo, ...(isAgain && { reauth: "1" }) });
  return `${ROOT}/oidc/login?${query}`;
}
