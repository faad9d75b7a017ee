import type { Context } from "../context.ts";
import { findOidcSettings, isOffered } from "./oidc_settings.ts";
import { getPageAccess } from "./page_access.ts";

export interface SignInPolicy {
  passwordLogin: boolean;
  sso: { enabled: boolean; buttonLabel: string };
  private: boolean;
}

/** What the sign-in page offers. Passwords are off only while single sign-on is on. */
export async function getSignInPolicy(context: Context): Promise<SignInPolicy> {
  const oidc = await findOidcSettings(context);
  const { private: isPrivate } = await getPageAccess(context);
  return {
    passwordLogin: !(isOffered(oidc) && oidc.disablePasswordLogin),
    sso: { enabled: isOffered(oidc), buttonLabel: oidc.buttonLabel },
    private: isPrivate,
  };
}
