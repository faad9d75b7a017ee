import type { Status } from "./scenario.ts";

export type Vote = Status | "silent";

/**
 * The home region comes first. A failure counts once enough regions see one, and is as bad as enough of them see it.
 * Null if it doesn't count because only home responded.
 */
export function decideTogether(
  [home, ...others]: readonly [Status, ...Vote[]],
  confirmFrom: number | null,
): Status | null {
  if (home === "up") return "up";
  const votes = [home, ...others];
  const needed = confirmFrom ?? Math.floor(votes.length / 2) + 1;
  const count = (...wanted: Vote[]) => votes.filter((vote) => wanted.includes(vote)).length;
  if (count("down") >= needed) return "down";
  if (count("down", "degraded") >= needed) return "degraded";
  return others.every((vote) => vote === "silent") ? null : "up";
}
