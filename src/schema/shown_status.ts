export const SHOWN_STATUSES = ["down", "degraded", "affected", "pending", "up", "paused"] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];
