import type { NewsType } from "./scenario_news.ts";

/* Decides from the specification alone who must be notified of a publication. Facts, such as when a subscriber confirmed, come from outside. */

export interface PublishedNews {
  id: string;
  type: NewsType;
  at: number;
  /** Empty if it affects everything on its pages. */
  monitors: readonly string[];
  pages: readonly string[];
  notifies: boolean;
  /** No longer true from this time on, so it may be left out. */
  withdrawnAt: number;
}

export interface Reader {
  confirmedAt: number | null;
  leaving: { from: number; to: number } | null;
  wasPaused: boolean;
  events: readonly NewsType[];
  monitors: readonly string[];
}

export interface NewsPage {
  key: string;
  isMain: boolean;
  placed: readonly string[];
}

/** It shows on pages with one of its monitors. Without monitors, it shows on the pages it names, or by default. */
export function isShownOn(
  { type, monitors, pages }: Pick<PublishedNews, "type" | "monitors" | "pages">,
  { key, isMain, placed }: NewsPage,
): boolean {
  if (monitors.length > 0) return monitors.some((one) => placed.includes(one));
  return pages.length > 0 ? pages.includes(key) : isMain || type === "maintenance.scheduled";
}

export function decideNotified(
  news: PublishedNews,
  { confirmedAt, leaving, wasPaused, events, monitors: followed }: Reader,
  { page, lateMs, queryMs }: { page: NewsPage; lateMs: number; queryMs: number },
): "must" | "may" | "never" {
  const { type, at, monitors, notifies, withdrawnAt } = news;
  const shown = monitors.filter((key) => page.placed.includes(key));
  const isOfPage = monitors.length === 0;
  const isFollowed = followed.length === 0 || isOfPage || shown.some((key) => followed.includes(key));
  if (!notifies || !isShownOn(news, page) || !isFollowed || !events.includes(type)) return "never";
  if (confirmedAt === null || confirmedAt > at || (leaving && leaving.to < at)) return "never";
  const endsAt = Math.min(leaving?.from ?? Infinity, withdrawnAt);
  // A confirmation may be stored this much later than it was made.
  const isFresh = at - confirmedAt < queryMs;
  return wasPaused || isFresh || endsAt <= at + lateMs ? "may" : "must";
}
