import type { Recipient } from "../on_call/recipient.ts";
import type { SuppressReason } from "./decision.ts";
import type { AlertKind, AlertMessage } from "./message.ts";

export interface NewDelivery {
  eventId: string;
  channelName: string;
  channelType: string;
  monitorId: number | null;
  monitorName: string;
  eventType: AlertKind;
  status: "pending" | "suppressed";
  reason: SuppressReason | null;
  heldUntil: number | null;
  dueAt: number;
  message: AlertMessage;
  createdAt: number;
  recipient?: Recipient | null;
}

export type DeliveryChange =
  | { kind: "add"; delivery: NewDelivery }
  | { kind: "merge"; digest: NewDelivery; eventIds: readonly string[] }
  | {
      kind: "release";
      eventIds: readonly string[];
      heldUntil: number | null;
      dueAt: number;
      message?: AlertMessage;
    }
  | { kind: "suppress"; eventIds: readonly string[]; reason: SuppressReason };
