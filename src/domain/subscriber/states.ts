import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/units.ts";
import type { NoticeKind, SubscriberStatus } from "../../schema/subscriber.ts";

/** How long a link to confirm with works. */
export const CONFIRM_MS = 48 * HOUR_MS;
/** How long somebody who has not confirmed is kept after that. */
export const UNCONFIRMED_KEPT_MS = 7 * DAY_MS;
/** Confirmation emails that anyone can trigger: one per mailbox and one per webhook address in this time. */
export const ASKED_AGAIN_MS = 10 * MINUTE_MS;

/** What a sign-up comes to: only who has not agreed, or not any more, is asked; others are reminded of what they have. */
export function decideSignUp(status: SubscriberStatus | null): "add" | "ask" | "remind" {
  if (status === null) return "add";
  return status === "pending" || status === "unsubscribed" ? "ask" : "remind";
}

interface Confirmable {
  status: SubscriberStatus;
  confirmUntil: number | null;
}

/** What a link to confirm with does: nothing more for who has used it. */
export function decideConfirm(
  { status, confirmUntil }: Confirmable,
  now: number,
): "confirm" | "known" | "expired" {
  if (status === "active" || status === "disabled") return "known";
  return confirmUntil !== null && confirmUntil > now ? "confirm" : "expired";
}

/** Whoever is asked to confirm by mail, only that mail brings in. */
export function mayResubscribe(status: SubscriberStatus): boolean {
  return status === "disabled" || status === "unsubscribed";
}

/** Whether a notice still says what is so when it is sent. */
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
