import type { z } from "zod";
import type {
  challengeAnswer,
  credentials,
  signedIn,
  signInAnswer,
  signInConfig,
} from "../../../src/schema/session.ts";
import { request } from "../../lib/api.ts";

const ROOT = "/api/v1/auth";

type SignInConfig = z.output<typeof signInConfig>;
type SignedIn = z.output<typeof signedIn>;

export async function getSignInConfig(signal: AbortSignal): Promise<SignInConfig> {
  return await request("GET", `${ROOT}/config`, { signal, isGuest: true });
}

export async function signIn(body: z.input<typeof credentials>): Promise<z.output<typeof signInAnswer>> {
  return await request("POST", `${ROOT}/login`, { body, isGuest: true });
}

export async function sendCode(body: z.input<typeof challengeAnswer>): Promise<SignedIn> {
  return await request("POST", `${ROOT}/2fa/verify`, { body, isGuest: true });
}

/** Where the browser goes to sign in at the provider. */
export function oidcUrl({ returnTo, isAgain = false }: { returnTo: string; isAgain?: boolean }): string {
  const query = new URLSearchParams({ returnTo, ...(isAgain && { reauth: "1" }) });
  return `${ROOT}/oidc/login?${query}`;
}
