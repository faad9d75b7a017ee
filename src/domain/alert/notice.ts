import type { FailingStatus } from "../../schema/check_status.ts";
import type { AcknowledgedBy } from "./message.ts";

export interface AlertNotice {
  id: string;
  monitorId: number;
  at: number;
  acknowledged: (AcknowledgedBy & { status: FailingStatus; error: string; downSince: number }) | null;
}
