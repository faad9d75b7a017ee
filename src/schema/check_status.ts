export type CheckStatus = "up" | "degraded" | "down";
export type FailingStatus = "degraded" | "down";

/** A day: no interval is longer, and a sum of these over any time is still a whole number. */
export const LONGEST_RESPONSE_MS = 86_400_000;
