import { z } from "zod";
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
export type PageAccess = z.output<typeof pageAccess>;

export const pageAccessAnswer = pageAccess.extend(versioned).meta({ id: "StatusPageAccess" });
export type PageAccessAnswer = z.output<typeof pageAccessAnswer>;

export const pageAccessSaved = pageAccessAnswer.extend({
  mirrorFilesLeft: z.int().optional().meta({
    description: "Files of the static copy that are still to be removed from its bucket; absent for none.",
  }),
});
export type PageAccessSaved = z.output<typeof pageAccessSaved>;

/** `private` is required: omitting it would make the page public. */
export const pageAccessChange = pageAccess.extend({ private: z.boolean(), ...versionRead });
export type PageAccessChange = z.output<typeof pageAccessChange>;
