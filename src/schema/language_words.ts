import { z } from "zod";
import { localeCode } from "./common.ts";

const MOST_LANGUAGES = 50;

/** Texts in other languages of the page, by code; what is missing is read in the main wording. */
export function languages<T extends z.ZodType>(words: T) {
  return z
    .record(localeCode, words)
    .refine((all) => Object.keys(all).length <= MOST_LANGUAGES, `Use at most ${MOST_LANGUAGES} languages.`);
}
