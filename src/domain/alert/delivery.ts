import { HOUR_MS } from "../../lib/units.ts";
import type { SuppressReason } from "./decision.ts";
import type { AlertKind, AlertMessage } from "./message.ts";

export const MAX_ATTEMPTS = 3;
/** After the first and after the second attempt. */
const WAITS_MS = [60_000, 300_000];
const LONGEST_WAIT_MS = HOUR_MS;

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
  | { kind: "release"; eventIds: readonly string[]; heldUntil: number | null; dueAt: number };

/** How long to wait before the next attempt: at least as long as the other side asks for, within an hour. */
export function waitBefore(attemptCount: number, retryAfterMs: number | null): number {
  const own = WAITS_MS[attemptCount - 1] ?? WAITS_MS.at(-1) ?? 0;
  return Math.max(own, Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS));
}
