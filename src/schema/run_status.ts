export const RUN_TRIGGERS = ["down", "up", "manual", "retry"] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

export const RUN_STATUSES = ["waiting", "running", "succeeded", "failed", "cancelled", "skipped"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const RUN_REASONS = [
  "monitor recovered",
  "monitor paused",
  "cooldown",
  "link removed",
  "action disabled",
  "maintenance",
] as const;
export type RunReason = (typeof RUN_REASONS)[number];
