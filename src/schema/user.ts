import { z } from "zod";
import { id, timestamp } from "./common.ts";
import { ROLES } from "./permission.ts";
import { versioned, versionRead } from "./version.ts";

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, "Use at most 254 characters.")
  .pipe(z.email("Use an email address, such as you@example.com."));

export const password = z
  .string()
  .min(8, "Use at least 8 characters.")
  .max(128, "Use at most 128 characters.");

export const role = z.enum(ROLES);

export const user = z
  .object({
    id,
    email: z.string(),
    role,
    twoFactor: z.boolean(),
    sso: z.boolean(),
    mustChangePassword: z.boolean(),
    createdAt: timestamp,
    lastLoginAt: timestamp.nullable(),
  })
  .meta({ id: "User" });
export type User = z.output<typeof user>;

/** As administrators see it. */
export const managedUser = user.extend(versioned).meta({ id: "ManagedUser" });
export type ManagedUser = z.output<typeof managedUser>;

export const newUser = z.object({ email, role: role.default("branding") });
export const roleChange = z.object({ role, ...versionRead });
export const withTemporaryPassword = z.object({ temporaryPassword: z.string() });
export const newUserAnswer = withTemporaryPassword.extend({ user });

/** What a sensitive action asks for; a user who signs in elsewhere leaves it out and signs in again instead. */
export const confirmation = z.object({ currentPassword: z.string().max(128).optional() });
