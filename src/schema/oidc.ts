import { z } from "zod";
import { line } from "./common.ts";
import { role } from "./user.ts";

/** What is stored under the setting `oidc`; `clientSecret` is sealed. */
export const oidcSettings = z.object({
  enabled: z.boolean().default(false),
  issuer: z.string().default(""),
  clientId: z.string().default(""),
  clientSecret: z.string().nullable().default(null),
  scopes: z.string().default("openid email profile"),
  buttonLabel: line(40).default("Sign in with single sign-on"),
  allowUnverifiedEmail: z.boolean().default(false),
  disablePasswordLogin: z.boolean().default(false),
  createUsers: z.boolean().default(false),
  defaultRole: role.default("viewer"),
});
export type OidcSettings = z.output<typeof oidcSettings>;
