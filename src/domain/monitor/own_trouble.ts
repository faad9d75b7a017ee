/** Fewer checks that fail together say nothing of this service, whatever share they are. */
const FEWEST = 3;

interface TickCount {
  /** Checks that began together, and still count: those that could not be made are not among them. */
  begun: number;
  ended: number;
  failed: number;
}

/** What a watch knows of the references. */
export interface SelfTestRule {
  urls: readonly string[];
  /** In percent. */
  share: number;
}

/** Said of a monitor whose failure is not counted. */
export const OWN_TROUBLE =
  "It failed together with many others, and the references of the self-test did not answer either: this service's own trouble, so it is not counted.";

/** Whether so many of a tick fail that the references are to be asked; open while that can still be either. */
export function decideSuspicion(
  { begun, ended, failed }: TickCount,
  share: number,
): "suspect" | "clear" | "open" {
  const needed = Math.max(FEWEST, Math.ceil((begun * share) / 100));
  if (failed >= needed) return "suspect";
  return failed + (begun - ended) < needed ? "clear" : "open";
}
