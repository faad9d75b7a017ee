import type { Problem } from "../../lib/errors.ts";
import type { Translations } from "./wording.ts";

/** What is told of an incident when it has been understood. */
export interface PostMortem {
  body: string;
  locales: Translations<{ body: string }>;
  /** Null while nobody else may read it. */
  publishedAt: number | null;
}

/** Clocks differ: a moment ahead of ours is now. */
const CLOCK_SKEW_MS = 60_000;

export function findPostMortemProblem(
  { publishedAt }: Pick<PostMortem, "publishedAt">,
  now: number,
): Problem | null {
  if (publishedAt === null || publishedAt <= now + CLOCK_SKEW_MS) return null;
  const message =
    "A post-mortem is published now or not at all: use a time that is not in the future, or null.";
  return { path: "publishedAt", message };
}

/** As it is kept. */
export function decidePostMortem({ body, locales, publishedAt }: PostMortem, now: number): PostMortem {
  return { body, locales, publishedAt: publishedAt === null ? null : Math.min(publishedAt, now) };
}
