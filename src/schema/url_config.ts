import { z } from "zod";

/** A setting of other types that means nothing here: refused in words, since what is left out in silence looks kept. */
export function notOffered(sentence: string) {
  return z.never(sentence).optional().meta({ deprecated: true });
}
