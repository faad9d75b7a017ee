import type { Status } from "./scenario.ts";

export type Vote = Status | "silent";

/**
 * Home comes first. A failure counts if enough places see one: as down if enough of them see it down, else as degraded.
 * If only home responded, the check doesn't count: null.
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
