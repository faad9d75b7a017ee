import { z } from "zod";
import { localeCode } from "./common.ts";
import { versioned, versionRead } from "./version.ts";

export const pageLanguages = z.object({
  offered: z.array(z.string()).nullable().default(null),
  default: z.string().nullable().default(null),
});
export type PageLanguages = z.output<typeof pageLanguages>;

export const pageLanguagesResponse = z
  .object({
    offered: z.array(z.string()).meta({ description: "Languages this page offers, by code." }),
    default: z.string(),
    ...versioned,
  })
  .meta({ id: "PageLanguages" });
export type PageLanguagesResponse = z.output<typeof pageLanguagesResponse>;

export const pageLanguagesChange = z.object({
  offered: z.array(localeCode).min(1, "Offer at least one language.").max(200, "Use at most 200 languages."),
  default: localeCode,
  ...versionRead,
});
export type PageLanguagesChange = z.output<typeof pageLanguagesChange>;
