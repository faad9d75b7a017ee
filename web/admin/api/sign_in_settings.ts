import type { z } from "zod";
import type { SignInSettingsResponse, signInSettingsChange } from "../../../src/schema/sign_in_settings.ts";
import { request } from "../../lib/api.ts";

const PATH = "/api/v1/admin/sign-in";

export async function getSignInSettings(signal: AbortSignal): Promise<SignInSettingsResponse> {
  return await request("GET", PATH, { signal });
}

export async function updateSignInSettings(
  body: z.input<typeof signInSettingsChange>,
): Promise<SignInSettingsResponse> {
  return await request("PUT", PATH, { body });
}
