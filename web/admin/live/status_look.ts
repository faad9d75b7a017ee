import type { ShownStatus } from "../../../src/schema/shown_status.ts";
import type { BadgeTone } from "../../ui/Badge.tsx";
import type { IconName } from "../../ui/Icon.tsx";

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
