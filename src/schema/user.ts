import { z } from "zod";
import { id, lineOrNothing, timestamp, timezone } from "./common.ts";
import { text, trimmedText } from "./limits.ts";
import { pageKeys } from "./page_key.ts";
import { ROLES } from "./permission.ts";
import { versioned, versionRead } from "./version.ts";

export const email = trimmedText(254)
  .toLowerCase()
  .pipe(z.email("Use an email address, such as you@example.com."));

export const password = text(128).min(8, "Use at least 8 characters.");

export const role = z.enum(ROLES);

const seenPages = pageKeys.nullable().meta({
  description:
    "For viewers, the keys of the pages they can see. Null: all pages. Other roles can see every page.",
});

export const user = z
  .object({
    id,
    email: z.string(),
    name: z.string().meta({ description: "The display name. If empty, the email address is shown." }),
    role,
    twoFactor: z.boolean(),
    sso: z.boolean(),
    mustChangePassword: z.boolean(),
    createdAt: timestamp,
    lastLoginAt: timestamp.nullable(),
  })
  .meta({ id: "User" });
export type User = z.output<typeof user>;

export const managedUser = user
  .extend({
    invitedUntil: timestamp.nullable().meta({
      description: "For invited users without a password, when the latest link expires or expired.",
    }),
    pageKeys: z.array(z.string()).nullable().meta({
      description:
        "For viewers, the keys of the pages they can see. Null: all pages. Other roles can see every page.",
    }),
    ...versioned,
  })
  .meta({ id: "ManagedUser" });
export type ManagedUser = z.output<typeof managedUser>;

export const OWN_TIME_ZONE = {
  description:
    "Times in the panel and in emails to this user are shown in it. null: in the browser's, and in UTC in emails.",
};

/** No @: a name must not look like someone else's address. */
const personName = lineOrNothing(100).refine((name) => !name.includes("@"), "Use a name, not an address.");
export const profileChange = z.object({
  name: personName.optional(),
  timeZone: timezone.nullable().optional().meta(OWN_TIME_ZONE),
});
export type ProfileChange = z.output<typeof profileChange>;

export const newUser = z.object({
  email,
  role: role.default("branding"),
  pageKeys: seenPages.optional(),
  invite: z.boolean().default(false).meta({
    description:
      "Emails a link to set a password instead of creating a temporary one. Requires the SMTP settings and PUBLIC_URL.",
  }),
});
export const roleChange = z.object({ role, pageKeys: seenPages.optional(), ...versionRead });
export const withTemporaryPassword = z.object({ temporaryPassword: z.string() });
export const invitation = z
  .object({
    expiresAt: timestamp,
    problem: z.string().nullable().meta({ description: "Why the email couldn't be sent." }),
  })
  .meta({ id: "Invitation" });
export type Invitation = z.output<typeof invitation>;

export const newUserResponse = withTemporaryPassword
  .partial()
  .extend({ user: managedUser, invitation: invitation.optional() });

export const confirmation = z.object({ currentPassword: z.string().max(128).optional() });
