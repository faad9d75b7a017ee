import type { Bounds } from "./series.ts";

/**
 * Notification progress of a window. Occurrences start as `planned`, one-off windows as `announced`; `series`
 * marks the recurring maintenance itself, which only takes place as its occurrences.
 */
export type NoticeProgress = "planned" | "announced" | "started" | "completed" | "series";

interface AnnouncedWindow extends Bounds {
  told: NoticeProgress;
  announceAt: number | null;
}

export function decideTurn({ told, announceAt, startsAt, endsAt }: AnnouncedWindow): number | null {
  if (told === "planned") return announceAt ?? startsAt;
  if (told === "announced") return startsAt;
  return told === "started" ? endsAt : null;
}

export function initialProgress({ endsAt }: Bounds, now: number): NoticeProgress {
  return endsAt > now ? "announced" : "completed";
}

export function progressAfterMove(
  { told, startsAt }: { told: NoticeProgress; startsAt: number },
  after: Bounds,
  now: number,
): NoticeProgress {
  if (told === "planned") return told;
  if (after.startsAt > now) return "announced";
  if (after.endsAt > now) return told === "completed" ? "started" : told;
  return told === "announced" && startsAt > now ? "completed" : told;
}
