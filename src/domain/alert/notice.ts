import type { FailingStatus } from "../../schema/check_status.ts";
import type { AcknowledgedBy } from "./message.ts";

export type AlertNotice = MonitorNotice | ChannelNotice;

export interface MonitorNotice {
  id: string;
  monitorId: number;
  at: number;
  acknowledged: (AcknowledgedBy & { status: FailingStatus; error: string; downSince: number }) | null;
}

export interface ChannelNotice {
  id: string;
  channelKeys: string[];
  at: number;
}
