import type { Monitor } from "../../../../src/schema/monitor.ts";
import type { BadgeTone } from "../../../ui/Badge.tsx";
import type { IconName } from "../../../ui/Icon.tsx";
import type { ShownStatus } from "../../text/monitor.ts";

/** Worst first. */
export const STATUSES = ["down", "degraded", "affected", "pending", "up", "paused"] as const;

export const STATUS_ICONS: Record<ShownStatus, IconName> = {
  up: "checkCircle",
  degraded: "warning",
  down: "crossCircle",
  affected: "link",
  pending: "clock",
  paused: "pause",
};

export const STATUS_TONES: Record<ShownStatus, BadgeTone> = {
  up: "good",
  degraded: "warn",
  down: "bad",
  affected: "warn",
  pending: "neutral",
  paused: "neutral",
};

export function shownStatus({ paused, currentStatus }: Monitor): ShownStatus {
  return paused ? "paused" : currentStatus;
}

export function isFailing(monitor: Monitor): boolean {
  return !monitor.paused && ["down", "degraded", "affected"].includes(monitor.currentStatus);
}
