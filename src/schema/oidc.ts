import { z } from "zod";
import { isProtected } from "../lib/loopback.ts";
import { isHalfMask } from "../lib/mask.ts";
import { line } from "./common.ts";
import { text, trimmedText } from "./limits.ts";
import { confirmation, role } from "./user.ts";
import { versioned, versionRead } from "./version.ts";

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

const issuer = trimmedText(500).refine(
  (text) => text === "" || isIssuer(text),
  "Use an https address without a query, such as https://login.example.com; http works on a loopback host only.",
);

const scopes = text(500)
  .transform((text) => text.split(/\s+/).filter(Boolean))
  .refine((list) => list.includes("openid"), "Keep openid in the scopes.")
  .refine((list) => list.every((scope) => /^[!#-[\]-~]+$/.test(scope)), "Separate scopes with spaces.")
  .transform((list) => list.join(" "));

export const oidcChange = z
  .object({
    enabled: z.boolean(),
    issuer,
    clientId: z.union([z.literal(""), line(500)]),
    clientSecret: text(2000)
      .refine((text) => !isHalfMask(text), "Enter the whole secret, or keep the mask.")
      .nullable()
      .meta({
        description: "The mask keeps the stored secret if `issuer` stays the same. Empty or null removes it.",
      }),
    scopes,
    buttonLabel: line(40),
    allowUnverifiedEmail: z.boolean(),
    disablePasswordLogin: z.boolean(),
    createUsers: z.boolean(),
    defaultRole: role,
  })
  .partial()
  .extend({ ...confirmation.shape, ...versionRead });
export type OidcChange = z.output<typeof oidcChange>;

export const oidcResponse = oidcSettings
  .extend({
    ...versioned,
    clientSecret: z.string().nullable().meta({ description: "Masked. Null if there is none." }),
    redirectUri: z.string().meta({ description: "The redirect URI to register with the provider." }),
  })
  .meta({ id: "OidcSettings" });
export type OidcResponse = z.output<typeof oidcResponse>;

export const oidcTest = z.object({ issuer: issuer.optional() });

export const oidcTestResponse = z.union([
  z.object({
    ok: z.literal(true),
    issuer: z.string(),
    authorizationEndpoint: z.string(),
    tokenEndpoint: z.string(),
    keys: z.int().meta({ description: "The number of keys the provider publishes." }),
  }),
  z.object({ ok: z.literal(false), error: z.string() }),
]);
export type OidcTestResponse = z.output<typeof oidcTestResponse>;

export const oidcLoginQuery = z.object({
  returnTo: z.string().optional().meta({ description: "A path on this site. Anything else is ignored." }),
  reauth: z
    .string()
    .optional()
    .meta({ description: "1: signs the current user in again to confirm a sensitive action." }),
});

export const oidcCallbackQuery = z.object({
  code: z.string().optional(),
  state: z.string().optional(),
  iss: z.string().optional(),
  error: z.string().optional(),
});

function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && isProtected(url) && !/[?#]/.test(text) && url.username === "" && url.password === "";
}
