import { isFailingStatus } from "../../../../src/domain/monitor/board.ts";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import type { ShownStatus } from "../../../../src/schema/shown_status.ts";
import type { BadgeTone } from "../../../ui/Badge.tsx";
import type { IconName } from "../../../ui/Icon.tsx";

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
  return isFailingStatus(shownStatus(monitor));
}
