const MOST = 60;
const FEWEST = 10;
/** Checks don't end exactly one interval apart. */
const SLACK = 1.1;

/** Narrower buckets than the check interval would leave gaps in the chart's line. */
export function countBuckets(spanMs: number, intervalSecs: number): number {
  return Math.min(MOST, Math.max(FEWEST, Math.floor(spanMs / (intervalSecs * 1000 * SLACK))));
}
