import { z } from "zod";
import { confirmation } from "./user.ts";
import { versioned, versionRead } from "./version.ts";

export const signInSettings = z.object({
  requireTwoFactor: z.boolean().default(false).meta({
    description: "Users without a second factor can only set one up. API tokens keep working.",
  }),
});
export type SignInSettings = z.output<typeof signInSettings>;

export const signInSettingsResponse = signInSettings.extend(versioned).meta({ id: "SignInSettings" });
export type SignInSettingsResponse = z.output<typeof signInSettingsResponse>;

export const signInSettingsChange = z.object({
  requireTwoFactor: z.boolean(),
  ...confirmation.shape,
  ...versionRead,
});
export type SignInSettingsChange = z.output<typeof signInSettingsChange>;
