import { z } from "zod";
import { pageMode } from "./page_mode.ts";
import { versioned, versionRead } from "./version.ts";

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/,
    "Use a domain, such as example.com.",
  );

export const pageAccess = z.object({
  private: z.boolean().default(false),
  ssoCreateViewers: z.boolean().default(false),
  ssoViewerDomains: z.array(domain).max(50).default([]),
});
/** A new stamp ends the cookies that the earlier password gave. */
export const pagePassword = z.object({ hash: z.string(), stamp: z.string() });

export type PageAccess = z.output<typeof pageAccess>;

export const pageAccessResponse = pageAccess.extend(versioned).meta({ id: "StatusPageAccess" });
export type PageAccessResponse = z.output<typeof pageAccessResponse>;

export const pageAccessSaved = pageAccessResponse.extend({
  mirrorFilesLeft: z.int().optional().meta({
    description: "Files of the static copy left to delete from its bucket. Omitted if there are none.",
  }),
});
export type PageAccessSaved = z.output<typeof pageAccessSaved>;

const mode = pageMode.meta({
  description: "`users`: signed-in users. `password`: signed-in users and anyone with the password.",
});

export const otherPageAccess = z
  .object({
    mode,
    password: z
      .string()
      .nullable()
      .meta({ description: "Masked if a password is set. The password is never returned." }),
    ...versioned,
  })
  .meta({ id: "PageAccess" });
export type OtherPageAccess = z.output<typeof otherPageAccess>;

export const otherPageAccessChange = z.object({
  mode,
  password: z
    .string()
    .min(8, "Use at least 8 characters.")
    .max(128, "Use at most 128 characters.")
    .nullable()
    .optional()
    .meta({
      description: "Required when first switching to `password`. Omitted or masked, it stays unchanged.",
    }),
  ...versionRead,
});
export type OtherPageAccessChange = z.output<typeof otherPageAccessChange>;

/** `private` is required: omitting it would make the page public. */
export const pageAccessChange = pageAccess.extend({ private: z.boolean(), ...versionRead });
export type PageAccessChange = z.output<typeof pageAccessChange>;
