import type { Bounds } from "./series.ts";

/**
 * Notification progress of a window. Occurrences start as `planned`, one-off windows as `announced`; `series`
 * marks the recurring maintenance itself, which only takes place as its occurrences.
 */
export type NoticeProgress = "planned" | "announced" | "started" | "completed" | "series";

interface AnnouncedWindow extends Bounds {
  progress: NoticeProgress;
  announceAt: number | null;
}

export function decideTurn({ progress, announceAt, startsAt, endsAt }: AnnouncedWindow): number | null {
  if (progress === "planned") return announceAt ?? startsAt;
  if (progress === "announced") return startsAt;
  return progress === "started" ? endsAt : null;
}

export function initialProgress({ endsAt }: Bounds, now: number): NoticeProgress {
  return endsAt > now ? "announced" : "completed";
}

export function progressAfterMove(
  { progress, startsAt }: { progress: NoticeProgress; startsAt: number },
  after: Bounds,
  now: number,
): NoticeProgress {
  if (progress === "planned") return progress;
  if (after.startsAt > now) return "announced";
  if (after.endsAt > now) return progress === "completed" ? "started" : progress;
  return progress === "announced" && startsAt > now ? "completed" : progress;
}
