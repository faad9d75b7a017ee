import type { PublicMaintenance } from "../../schema/public_page.ts";
import { type Translations, wordsIn } from "./wording.ts";

interface Words {
  name: string;
  description: string;
}

export type WindowWords = Readonly<Record<string, { [K in keyof Words]?: string | undefined }>>;

/** A public window, with what it says in other languages: that is never told as it is. */
export type WordedWindow = PublicMaintenance & { locales?: WindowWords };

export function localiseWindow<W extends { locales?: WindowWords }>(
  window: W,
  code: string,
): Omit<W, "locales"> {
  const { locales, ...own } = window;
  // Read from JSON, which knows no undefined.
  return { ...own, ...wordsIn((locales ?? {}) as Translations<Words>, code) };
}
