import { DAY_MS } from "../lib/units.ts";

export type CheckStatus = "up" | "degraded" | "down";
export type FailingStatus = "degraded" | "down";

/** One day: no interval is longer, and sums over any period stay exact integers. */
export const LONGEST_RESPONSE_MS = DAY_MS;
