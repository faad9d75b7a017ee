import type { Problem } from "../../lib/errors.ts";
import type { Translations } from "./wording.ts";

export interface PostMortem {
  body: string;
  locales: Translations<{ body: string }>;
  publishedAt: number | null;
}

const CLOCK_SKEW_MS = 60_000;

export function findPostMortemProblem(
  { publishedAt }: Pick<PostMortem, "publishedAt">,
  now: number,
): Problem | null {
  if (publishedAt === null || publishedAt <= now + CLOCK_SKEW_MS) return null;
  const message = "A post-mortem can't be scheduled: use a time in the past, or null.";
  return { path: "publishedAt", message };
}

export function decidePostMortem({ body, locales, publishedAt }: PostMortem, now: number): PostMortem {
  return { body, locales, publishedAt: publishedAt === null ? null : Math.min(publishedAt, now) };
}
