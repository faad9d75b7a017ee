import type { SuppressReason } from "./decision.ts";
import type { AlertKind, AlertMessage } from "./message.ts";

/** A delivery as it begins. */
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
}

/** What an object of a channel has to tell the database, in order. Each may be told twice. */
export type DeliveryChange =
  | { kind: "add"; delivery: NewDelivery }
  /** The digest takes the place of these. */
  | { kind: "merge"; digest: NewDelivery; eventIds: readonly string[] }
  /** Their time has come, or what they waited for is decided. */
  | {
      kind: "release";
      eventIds: readonly string[];
      heldUntil: number | null;
      dueAt: number;
      /** Said in place of what it was to say; of one event alone. */
      message?: AlertMessage;
    }
  /** They are not told after all. */
  | { kind: "suppress"; eventIds: readonly string[]; reason: SuppressReason };
