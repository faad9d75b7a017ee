import type { FailingStatus } from "../../schema/check_status.ts";
import type { AcknowledgedBy } from "./message.ts";

/** Somebody has seen to an outage, or to a monitor, and its channels have to hear of it. */
export interface AlertNotice {
  id: string;
  monitorId: number;
  at: number;
  /** What everybody who was alerted is told; null where a snooze alone began or ended. */
  acknowledged: (AcknowledgedBy & { status: FailingStatus; error: string; downSince: number }) | null;
}
