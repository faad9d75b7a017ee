import { z } from "zod";

export const languageQuery = z.object({ lang: z.string().max(20).optional() });
export const IN_LANGUAGE = "In the language of `lang`, or the closest one the page offers.";
