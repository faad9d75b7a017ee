/** Longer than the work takes, so a claim only ends when its holder is gone. */
export const CLAIM_MS = {
  deliveries: 90_000,
  action_runs: 120_000,
  fanouts: 90_000,
  subscriber_deliveries: 90_000,
  subscriber_notices: 90_000,
  subscriber_requests: 60_000,
  password_requests: 60_000,
} as const;

/** No current claim ends later than this, even with clocks slightly apart: a later one predates a clock set back. */
export const LATEST_CLAIM_MS = 2 * Math.max(...Object.values(CLAIM_MS));
