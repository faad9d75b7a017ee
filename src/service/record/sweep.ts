/** What a sweep takes up. */
export interface SweepScope {
  /** Anything due more recently may still be in a queue. */
  waitedMs: number;
  limit: number;
}

/** Local queues start empty, so everything due was lost. */
export const AT_START: SweepScope = { waitedMs: 0, limit: 10_000 };
