import type { FailingStatus } from "../../schema/check_status.ts";
import type { AcknowledgedBy } from "./message.ts";

export interface AlertNotice {
  id: string;
  monitorId: number;
  at: number;
  /** Null where only a snooze began or ended. */
  acknowledged: (AcknowledgedBy & { status: FailingStatus; error: string; downSince: number }) | null;
}
