import { AppError } from "../../lib/errors.ts";
import type { Context } from "../context.ts";
import { findMailProblem } from "./account_mail.ts";
import { findOidcSettings, isOffered } from "./oidc_settings.ts";
import { getPageAccess } from "./page_access.ts";

export interface SignInPolicy {
  passwordLogin: boolean;
  sso: { enabled: boolean; buttonLabel: string };
  private: boolean;
  passwordReset: boolean;
}

export async function getSignInPolicy(context: Context): Promise<SignInPolicy> {
  const oidc = await findOidcSettings(context);
  const { private: isPrivate } = await getPageAccess(context);
  const passwordLogin = !(isOffered(oidc) && oidc.disablePasswordLogin);
  return {
    passwordLogin,
    sso: { enabled: isOffered(oidc), buttonLabel: oidc.buttonLabel },
    private: isPrivate,
    passwordReset: passwordLogin && (await findMailProblem(context)) === null,
  };
}

export function passwordsOff(): AppError {
  return new AppError("forbidden", "Password sign-in is off: use single sign-on.");
}
