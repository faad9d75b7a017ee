import { findSetting } from "../data/setting.ts";
import { type OidcSettings, oidcSettings } from "../schema/oidc.ts";
import type { Context } from "./context.ts";
import { getPageAccess } from "./page_access.ts";

export async function findOidcSettings(context: Context): Promise<OidcSettings> {
  return oidcSettings.parse((await findSetting(context.db, "oidc")) ?? {});
}

/** What the sign-in page offers. Passwords are off only while single sign-on is on. */
export async function findSignInPolicy(context: Context) {
  const oidc = await findOidcSettings(context);
  const { private: isPrivate } = await getPageAccess(context);
  return {
    passwordLogin: !(oidc.enabled && oidc.disablePasswordLogin),
    sso: { enabled: oidc.enabled, buttonLabel: oidc.buttonLabel },
    private: isPrivate,
  };
}
