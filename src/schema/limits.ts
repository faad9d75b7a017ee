import { z } from "zod";

/*
 * Limits with the sentence that is made from them. Where a value is missing, or the field says nothing of its own, the
 * sentence is the one of `explain_issue.ts`.
 */

/** Refuses what is not a whole number within these, of `unit`. */
export function wholeNumber(min: number, max: number, unit = "") {
  const range = `Use ${min} to ${max}${unit && ` ${unit}`}.`;
  const error = ({ input }: { input?: unknown }) => (input === undefined ? undefined : "Use a whole number.");
  return z.int({ error }).min(min, range).max(max, range);
}

/** Kept as it was sent. `otherwise` is the sentence for what is not text. */
export function text(max: number, otherwise?: string) {
  return z.string(otherwise).max(max, atMost(max, "characters"));
}

/** Without spaces at its ends, which don't count. */
export function trimmedText(max: number, otherwise?: string) {
  return z.string(otherwise).trim().max(max, atMost(max, "characters"));
}

export function listUpTo<T extends z.ZodType>(max: number, item: T, noun: string) {
  return z.array(item).max(max, atMost(max, noun));
}

function atMost(max: number, noun: string): string {
  return `Use at most ${max} ${noun}.`;
}
