import type { NewsType } from "./scenario_news.ts";

/* Who is told of what is published, by the specification alone. It is given facts, such as when somebody confirmed. */

export interface PublishedNews {
  id: string;
  type: NewsType;
  at: number;
  /** None: about the whole page. */
  monitors: readonly string[];
  notifies: boolean;
  /** No longer true from then on, so it may be left out. */
  withdrawnAt: number;
}

export interface Reader {
  confirmedAt: number | null;
  /** When they began to leave, and were gone. */
  leaving: { from: number; to: number } | null;
  isPaused: boolean;
  events: readonly NewsType[];
  monitors: readonly string[];
}

/** Whether they must, may or must not be told. */
export function decideTold(
  { type, at, monitors, notifies, withdrawnAt }: PublishedNews,
  { confirmedAt, leaving, isPaused, events, monitors: followed }: Reader,
  { placed, lateMs, queryMs }: { placed: readonly string[]; lateMs: number; queryMs: number },
): "must" | "may" | "never" {
  const shown = monitors.filter((key) => placed.includes(key));
  const isOfPage = monitors.length === 0;
  const isFollowed = followed.length === 0 || isOfPage || shown.some((key) => followed.includes(key));
  const isPublic = isOfPage || shown.length > 0;
  if (!notifies || !isPublic || !isFollowed || !events.includes(type)) return "never";
  if (confirmedAt === null || confirmedAt > at || (leaving && leaving.to < at)) return "never";
  const endsAt = Math.min(leaving?.from ?? Infinity, withdrawnAt);
  // A confirmation may be stored that much later than it was made.
  const isFresh = at - confirmedAt < queryMs;
  return isPaused || isFresh || endsAt <= at + lateMs ? "may" : "must";
}
