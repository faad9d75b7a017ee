import type { OidcResponse } from "../../../../src/schema/oidc.ts";
import { type Edited, readTimeout } from "../../../lib/edit.ts";
import { getOidcSettings } from "../../api/oidc.ts";
import { text } from "../../text/oidc.ts";

export type OidcValues = Pick<
  OidcResponse,
  | "enabled"
  | "issuer"
  | "clientId"
  | "scopes"
  | "buttonLabel"
  | "allowUnverifiedEmail"
  | "disablePasswordLogin"
  | "createUsers"
  | "defaultRole"
> & { clientSecret: string; currentPassword: string };

export function toValues(stored: OidcResponse): OidcValues {
  const { enabled, issuer, clientId, clientSecret, scopes, buttonLabel, defaultRole } = stored;
  const { allowUnverifiedEmail, disablePasswordLogin, createUsers } = stored;
  return {
    enabled,
    issuer,
    clientId,
    clientSecret: clientSecret ?? "",
    scopes,
    buttonLabel,
    allowUnverifiedEmail,
    disablePasswordLogin,
    createUsers,
    defaultRole,
    currentPassword: "",
  };
}

export function editOf(stored: OidcResponse): Edited<OidcValues, OidcResponse> {
  return {
    stored,
    read: async () => await getOidcSettings(readTimeout()),
    toValues,
    ownFields: ["currentPassword"],
    labels: {
      enabled: text.signIn.enabled,
      issuer: text.provider.issuer,
      clientId: text.provider.clientId,
      clientSecret: text.provider.clientSecret,
      scopes: text.provider.scopes,
      buttonLabel: text.signIn.buttonLabel,
      allowUnverifiedEmail: text.people.allowUnverifiedEmail,
      disablePasswordLogin: text.signIn.disablePasswordLogin,
      createUsers: text.people.createUsers,
      defaultRole: text.people.defaultRole,
    },
  };
}
