import type { OidcAnswer } from "../../../src/schema/oidc.ts";

export interface OidcValues extends Omit<OidcAnswer, "clientSecret" | "redirectUri"> {
  clientSecret: string;
  currentPassword: string;
}

/** What the form holds; the stored secret comes and goes as its mask. */
export function toValues({ redirectUri: _, clientSecret, ...stored }: OidcAnswer): OidcValues {
  return { ...stored, clientSecret: clientSecret ?? "", currentPassword: "" };
}
