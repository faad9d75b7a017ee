import type { FailingStatus } from "../../schema/check_status.ts";
import type { AcknowledgedBy } from "./message.ts";

/** Kept until every channel it concerns has taken it. */
export type AlertNotice = MonitorNotice | ChannelNotice;

export interface MonitorNotice {
  id: string;
  monitorId: number;
  at: number;
  acknowledged: (AcknowledgedBy & { status: FailingStatus; error: string; downSince: number }) | null;
}

/** The channels' alert policies changed. */
export interface ChannelNotice {
  id: string;
  channelKeys: string[];
  at: number;
}
