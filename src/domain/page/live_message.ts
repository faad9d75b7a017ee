import type { ConfirmedStatus, CurrentStatus } from "../monitor/state.ts";

/** One event of a live stream. */
export interface LiveMessage {
  event: string;
  data: unknown;
}

/** What the panel's stream tells of every check, in `check` events. */
export interface CheckNotice {
  monitorId: number;
  status: CurrentStatus;
  confirmedStatus: ConfirmedStatus;
  responseMs: number | null;
  message: string;
  checkedAt: number;
}

/** The panel's lists of what happens by itself. */
export type LiveList = "audit" | "deliveries" | "runs" | "incidents" | "subscribers" | "subscriberDeliveries";

/** Whose stream it is: it ends with what it was opened with. */
export interface StreamOwner {
  sessionId: number | null;
  tokenId: number | null;
}

export function formatMessage({ event, data }: LiveMessage, id: number): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
