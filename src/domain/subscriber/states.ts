import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/units.ts";
import type { NoticeKind, SubscriberStatus } from "../../schema/subscriber.ts";

export const CONFIRM_MS = 48 * HOUR_MS;
export const UNCONFIRMED_KEPT_MS = 7 * DAY_MS;
/** Anyone can trigger confirmation emails: one per mailbox and one per webhook address in this time. */
export const ASKED_AGAIN_MS = 10 * MINUTE_MS;

export function decideSignUp(status: SubscriberStatus | null): "add" | "ask" | "remind" {
  if (status === null) return "add";
  return status === "pending" || status === "unsubscribed" ? "ask" : "remind";
}

interface Confirmable {
  status: SubscriberStatus;
  confirmUntil: number | null;
}

export function decideConfirm(
  { status, confirmUntil }: Confirmable,
  now: number,
): "confirm" | "known" | "expired" {
  if (status === "active" || status === "disabled") return "known";
  return confirmUntil !== null && confirmUntil > now ? "confirm" : "expired";
}

/** Only the confirmation email reactivates a pending subscriber. */
export function mayResubscribe(status: SubscriberStatus): boolean {
  return status === "disabled" || status === "unsubscribed";
}

/** Checked when it is sent: the state may have changed since. */
export function isNoticeTrue(kind: NoticeKind, status: SubscriberStatus): boolean {
  switch (kind) {
    case "confirm":
      return status === "pending" || status === "unsubscribed";
    case "welcome":
    case "reminder":
      return status === "active" || status === "disabled";
    case "failing":
      return status === "active";
    case "paused":
      return status === "disabled";
  }
}
