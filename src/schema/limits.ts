import { z } from "zod";
import { formatNumber } from "../lib/plural.ts";

/* Where a value is missing, or a field has no sentence of its own, `explain_issue.ts` has the sentence. */

export function wholeNumber(min: number, max: number, unit = "") {
  const range = `Use ${min} to ${max}${unit && ` ${unit}`}.`;
  const error = ({ input }: { input?: unknown }) => (input === undefined ? undefined : "Use a whole number.");
  return z.int({ error }).min(min, range).max(max, range);
}

export function text(max: number, otherwise?: string) {
  return z.string(otherwise).max(max, atMost(max, "characters"));
}

export function trimmedText(max: number, otherwise?: string) {
  return z.string(otherwise).trim().max(max, atMost(max, "characters"));
}

export function listUpTo<T extends z.ZodType>(max: number, item: T, noun: string) {
  return z.array(item).max(max, atMost(max, noun));
}

export function atMost(max: number, noun: string): string {
  return `Use at most ${formatNumber(max)} ${noun}.`;
}
