import type { ConfirmedStatus, CurrentStatus } from "../monitor/state.ts";

export interface LiveMessage {
  event: string;
  data: unknown;
}

export interface CheckNotice {
  monitorId: number;
  status: CurrentStatus;
  confirmedStatus: ConfirmedStatus;
  responseMs: number | null;
  message: string;
  checkedAt: number;
}

export type LiveList = "audit" | "deliveries" | "runs" | "incidents" | "subscribers" | "subscriberDeliveries";

export interface StreamOwner {
  sessionId: number | null;
  tokenId: number | null;
  /** The stamp of the password that opened the page. */
  unlocked?: string;
}

export function formatMessage({ event, data }: LiveMessage, id: number): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
