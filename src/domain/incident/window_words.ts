import type { PublicMaintenance } from "../../schema/public_page.ts";
import { type Translations, wordsIn } from "./wording.ts";

interface Words {
  name: string;
  description: string;
}

export type WindowWords = Readonly<Record<string, { [K in keyof Words]?: string | undefined }>>;

export type WordedWindow = PublicMaintenance & { locales?: WindowWords };

export function localiseWindow<W extends { locales?: WindowWords }>(
  window: W,
  code: string,
): Omit<W, "locales"> {
  const { locales, ...own } = window;
  // Read from JSON, which has no undefined.
  return { ...own, ...wordsIn((locales ?? {}) as Translations<Words>, code) };
}
