/** What a sweep takes up. */
export interface SweepScope {
  /** What has been due for less may still be in a queue. */
  waitedMs: number;
  limit: number;
}

/** Queues of a local run begin empty: whatever is due has been lost. */
export const AT_START: SweepScope = { waitedMs: 0, limit: 10_000 };
