import { z } from "zod";

/** Refuses a setting of other types with a sentence: silently dropped, it would look saved. */
export function notOffered(sentence: string) {
  return z.never(sentence).optional().meta({ deprecated: true });
}
