import type { Bounds } from "./series.ts";

/**
 * How much of a window has been told: an occurrence waits to be announced, a window that takes place once is from the
 * start. `series` is the recurring maintenance that occurrences are of; it takes place as these alone.
 */
export type TellingStep = "planned" | "announced" | "started" | "completed" | "series";

interface ToldWindow extends Bounds {
  told: TellingStep;
  announceAt: number | null;
}

/** When there is something to tell of it next; null when all is told. */
export function decideTurn({ told, announceAt, startsAt, endsAt }: ToldWindow): number | null {
  if (told === "planned") return announceAt ?? startsAt;
  if (told === "announced") return startsAt;
  return told === "started" ? endsAt : null;
}

/** Of a new one: what is over already is told to nobody. */
export function toldAtFirst({ endsAt }: Bounds, now: number): TellingStep {
  return endsAt > now ? "announced" : "completed";
}

/** Of one that has other times now. What was told once is not told again. */
export function toldAfterMove(
  { told, startsAt }: { told: TellingStep; startsAt: number },
  after: Bounds,
  now: number,
): TellingStep {
  if (told === "planned") return told;
  if (after.startsAt > now) return "announced";
  if (after.endsAt > now) return told === "completed" ? "started" : told;
  return told === "announced" && startsAt > now ? "completed" : told;
}
