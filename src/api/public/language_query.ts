import { z } from "zod";

/** For feeds, calendars, badges and embeds, which have no language cookie. */
export const languageQuery = z.object({ lang: z.string().max(20).optional() });
export const IN_LANGUAGE = "In the language of `lang`, or the closest that the page has.";
