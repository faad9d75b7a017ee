import { z } from "zod";
import { id, timestamp } from "./common.ts";
import { confirmation, email, OWN_TIME_ZONE, password, user } from "./user.ts";

export const credentials = z.object({ email, password: z.string().min(1, "Enter the password.").max(128) });
export const firstAdmin = z.object({ email, password });

export const setupStatus = z.object({
  required: z.boolean(),
  problems: z.array(z.string()).meta({ description: "Missing or malformed settings of the deployment." }),
});

export const signInConfig = z.object({
  passwordLogin: z.boolean(),
  sso: z.object({ enabled: z.boolean(), buttonLabel: z.string() }),
  private: z.boolean(),
  passwordReset: z.boolean().meta({ description: "Whether password links can be sent by email." }),
});

const ownUser = user
  .extend({
    timeZone: z.string().nullable().meta(OWN_TIME_ZONE),
    mustSetUpTwoFactor: z.boolean().meta({
      description: "Two-factor authentication is required but not set up. All other requests are rejected.",
    }),
  })
  .meta({ id: "OwnUser" });
export type OwnUser = z.output<typeof ownUser>;
export const signedIn = z.object({ user: ownUser });
const codeNeeded = z.object({ requiresTwoFactor: z.literal(true), challengeToken: z.string() });
export const signInResponse = z.union([signedIn, codeNeeded]);

const code = z.string().trim().min(1, "Enter the code.").max(64);
export const challengeResponse = z.object({ challengeToken: z.string().min(1).max(2000), code });

const linkToken = z.string().min(1, "Open the link from the email.").max(200);
export const passwordRequest = z.object({ email });
export const linkRead = z.object({ token: linkToken });
export const passwordLink = z.object({ kind: z.enum(["invitation", "reset"]), email: z.string() });
export type PasswordLink = z.output<typeof passwordLink>;
export const passwordByLink = z.object({ token: linkToken, newPassword: password });

export const passwordChange = confirmation.extend({ newPassword: password });

export const twoFactorSetup = z.object({
  setupToken: z.string(),
  secret: z.string(),
  uri: z.string(),
  qrSvg: z.string(),
});
export const twoFactorEnable = z.object({ setupToken: z.string().min(1).max(2000), code });
export const confirmationWithCode = confirmation.extend({ code });
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const session = z
  .object({
    id,
    createdAt: timestamp,
    lastSeenAt: timestamp,
    expiresAt: timestamp,
    ip: z.string(),
    userAgent: z.string(),
    current: z.boolean(),
  })
  .meta({ id: "Session" });
