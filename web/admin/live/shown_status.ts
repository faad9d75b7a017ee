import { isFailingStatus } from "../../../src/domain/monitor/board.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { ShownStatus } from "../../../src/schema/shown_status.ts";

type Stated = Pick<Monitor, "paused" | "currentStatus">;

export function shownStatus({ paused, currentStatus }: Stated): ShownStatus {
  return paused ? "paused" : currentStatus;
}

export function isFailing(monitor: Stated): boolean {
  return isFailingStatus(shownStatus(monitor));
}
