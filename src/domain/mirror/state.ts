import type { MirrorState } from "../../schema/mirror.ts";

/** Intervals after which the copy is out of date. */
const STALE_INTERVALS = 3;

interface MirrorFacts {
  /** The last push that was finished since it was switched on, whole or not; null before. */
  lastOk: boolean | null;
  lastSuccessAt: number | null;
}

/** A push that fails says more than the age that comes of it. */
export function decideMirrorState(
  { enabled, intervalSecs }: { enabled: boolean; intervalSecs: number },
  { lastOk, lastSuccessAt }: MirrorFacts,
  now: number,
): MirrorState {
  if (!enabled) return "off";
  if (lastOk === false) return "failing";
  if (lastSuccessAt === null) return "waiting";
  return now - lastSuccessAt > STALE_INTERVALS * intervalSecs * 1000 ? "stale" : "up_to_date";
}
