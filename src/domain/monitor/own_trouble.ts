const FEWEST = 3;

interface TickCount {
  begun: number;
  ended: number;
  failed: number;
}

export interface SelfTestRule {
  urls: readonly string[];
  /** In percent. */
  share: number;
}

export const OWN_TROUBLE =
  "It failed together with many others, and the self-test references didn't respond either. This is a problem of this service, so it doesn't count.";

export function decideSuspicion(
  { begun, ended, failed }: TickCount,
  share: number,
): "suspect" | "clear" | "open" {
  const needed = Math.max(FEWEST, Math.ceil((begun * share) / 100));
  if (failed >= needed) return "suspect";
  return failed + (begun - ended) < needed ? "clear" : "open";
}
