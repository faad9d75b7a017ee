import { z } from "zod";
import { localeCode } from "./common.ts";

const MOST_LANGUAGES = 50;

/**
 * By language code; missing texts fall back to the main wording. Blank texts count as missing, so there is no
 * minimum length.
 */
export function languages<T extends z.ZodObject<Record<string, z.ZodType<string | undefined>>>>(words: T) {
  return z
    .record(localeCode, words)
    .refine((all) => Object.keys(all).length <= MOST_LANGUAGES, `Use at most ${MOST_LANGUAGES} languages.`)
    .overwrite((all) => {
      const written = Object.entries(all).map(([code, own]) => [code, withoutBlanks(own)] as const);
      return Object.fromEntries(written.filter(([, own]) => Object.keys(own).length > 0)) as typeof all;
    });
}

export function withoutBlanks(words: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const isWritten = (entry: [string, string | undefined]): entry is [string, string] => !!entry[1]?.trim();
  return Object.fromEntries(Object.entries(words).filter(isWritten));
}
