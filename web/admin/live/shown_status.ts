import { isFailingStatus } from "../../../src/domain/monitor/board.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { ShownStatus } from "../../../src/schema/shown_status.ts";

export function shownStatus({ paused, currentStatus }: Monitor): ShownStatus {
  return paused ? "paused" : currentStatus;
}

export function isFailing(monitor: Monitor): boolean {
  return isFailingStatus(shownStatus(monitor));
}
