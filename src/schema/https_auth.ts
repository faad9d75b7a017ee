import { z } from "zod";
import { text, trimmedText } from "./limits.ts";
import { secretText, vaultReference, webUrl } from "./monitor_config.ts";

const user = text(500, "The user name must be text.").default("");
const secret = secretText.default("").meta({ format: "password", writeOnly: true });
const vault = vaultReference.optional();

const basic = z
  .object({
    username: user.meta({ title: "User name" }),
    password: secret.meta({ title: "Password" }),
    vault,
  })
  .refine(({ username, vault }) => username !== "" || vault, {
    path: ["username"],
    message: "Enter the user name, or choose a vault secret.",
  });

const bearer = z
  .object({ token: secret.meta({ title: "Token" }), vault })
  .refine(({ token, vault }) => token !== "" || vault, {
    path: ["token"],
    message: "Enter the token, or choose a vault secret.",
  });

const oauth2 = z
  .object({
    tokenUrl: webUrl.meta({ title: "Token URL" }),
    clientId: user.meta({ title: "Client ID" }),
    clientSecret: secret.meta({ title: "Client secret" }),
    scope: trimmedText(1000).default("").meta({ title: "Scope", description: "Separated by spaces." }),
    vault,
  })
  .refine(({ clientId, vault }) => clientId !== "" || vault, {
    path: ["clientId"],
    message: "Enter the client ID, or choose a vault secret.",
  });

const cas = z
  .object({
    casServerUrl: webUrl.meta({ title: "CAS server", description: "Without /login at the end." }),
    username: user.meta({ title: "User name" }),
    password: secret.meta({ title: "Password" }),
    vault,
  })
  .refine(({ username, vault }) => username !== "" || vault, {
    path: ["username"],
    message: "Enter the user name, or choose a vault secret.",
  });

export type OAuth2 = z.output<typeof oauth2>;
export type Cas = z.output<typeof cas>;

export const httpsAuth = z.discriminatedUnion(
  "type",
  [
    z.object({ type: z.literal("none") }).meta({ title: "None" }),
    z.object({ type: z.literal("basic"), basic }).meta({ title: "User and password" }),
    z.object({ type: z.literal("bearer"), bearer }).meta({ title: "Bearer token" }),
    z.object({ type: z.literal("oauth2"), oauth2 }).meta({ title: "OAuth 2 client credentials" }),
    z.object({ type: z.literal("cas"), cas }).meta({ title: "CAS sign-in" }),
  ],
  { error: "Use none, basic, bearer, oauth2 or cas." },
);
