import { DAY_MS } from "../../lib/units.ts";
import type { ToldEventType } from "../../schema/incident_status.ts";
import type { SubscriberStatus, SubscriberType } from "../../schema/subscriber.ts";
import type { SubscriptionSettings } from "../../schema/subscription_settings.ts";
import { covers } from "./scope.ts";

/** Attempts in a round. */
export const ROUND = 4;
const WAITS_MS = [60_000, 300_000, 1_800_000];

/** Failed deliveries in a row that pause a webhook. */
export const FAILURES_TO_PAUSE = 5;
/** Failures of one webhook are told of no more often. */
export const FAILURE_TOLD_EVERY_MS = DAY_MS;

/**
 * How long to wait before the next attempt; null when the round is over. Who asks for more time gets it, as far as the
 * longest wait goes. A round begun by hand counts its own attempts.
 */
export function waitAfter(
  { attemptCount, maxAttempts }: { attemptCount: number; maxAttempts: number },
  retryAfterMs: number | null,
): number | null {
  if (attemptCount >= maxAttempts) return null;
  const inRound = attemptCount - Math.max(0, maxAttempts - ROUND);
  const longest = WAITS_MS.at(-1) ?? 0;
  const own = WAITS_MS[inRound - 1] ?? longest;
  return Math.max(own, Math.min(retryAfterMs ?? 0, longest));
}

/** Whether an event of this kind may go to this subscriber now; decided again at each attempt. */
export function mayBeTold(
  { type, status }: { type: SubscriberType; status: SubscriberStatus },
  eventType: ToldEventType,
  settings: SubscriptionSettings,
): boolean {
  const isOn = settings.enabled && (type === "email" ? settings.allowEmail : settings.allowWebhook);
  return status === "active" && isOn && covers(settings.allowedEvents, eventType);
}
