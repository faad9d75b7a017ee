import type { Translations } from "./wording.ts";

/** What is told of an incident when it has been understood. */
export interface PostMortem {
  body: string;
  locales: Translations<{ body: string }>;
  /** Null while nobody else may read it. */
  publishedAt: number | null;
}
