import { z } from "zod";
import { line } from "./common.ts";
import { text } from "./limits.ts";
import { PAGE_TEXT_GROUPS } from "./page_text_group.ts";
import { versioned, versionRead } from "./version.ts";

const code = z
  .string()
  .regex(/^[a-z]{2,3}(-[a-z0-9]{2,4})?$/, "Use a lowercase language code, such as de or pt-br.");
const name = line(80);
export const translation = text(2000)
  .refine((text) => !/\p{Cc}/u.test(text), "Leave out line breaks and control characters.")
  .overwrite((text) => (text.trim() === "" ? "" : text));

const published = z
  .boolean()
  .meta({ description: "Whether visitors can choose it. Always true for the default language." });

export const newLocale = z.object({ code, name, published: published.default(true) });
export type NewLocale = z.input<typeof newLocale>;

export const localeChange = z.object({
  name: name.optional(),
  ...versionRead,
  published: published.optional(),
  translations: z
    .record(z.string(), translation.nullable())
    .optional()
    .meta({ description: "Texts by key. Omitted ones stay unchanged; an empty text or null removes one." }),
});
export type LocaleChange = z.output<typeof localeChange>;

export const locale = z
  .object({
    code: z.string(),
    ...versioned,
    name: z.string(),
    isDefault: z.boolean(),
    published,
    translations: z.record(z.string(), z.string()),
  })
  .meta({ id: "Locale" });
export type Locale = z.output<typeof locale>;

export const localeKeysQuery = z.object({ language: code.optional() });

export const localeKey = z.object({
  key: z.string(),
  group: z.enum(PAGE_TEXT_GROUPS),
  en: z.string(),
  pl: z.string(),
  builtIn: z
    .string()
    .optional()
    .meta({ description: "The built-in text in the requested language, if there is one." }),
  placeholders: z.array(z.string()),
});

export const publicLocale = locale
  .omit({ translations: true, published: true, version: true })
  .meta({ id: "PublicLocale" });
export const publicLocaleTexts = publicLocale
  .extend({ texts: z.record(z.string(), z.string()) })
  .meta({ id: "PublicLocaleTexts" });
