import { DAY_MS } from "../../lib/units.ts";
import type { ToldEventType } from "../../schema/incident_status.ts";
import type { SubscriberStatus, SubscriberType } from "../../schema/subscriber.ts";
import type { SubscriptionSettings } from "../../schema/subscription_settings.ts";
import { covers } from "./scope.ts";

/** Failed deliveries in a row that pause a webhook. */
export const FAILURES_TO_PAUSE = 5;
/** Failures of one webhook are told of no more often. */
export const FAILURE_TOLD_EVERY_MS = DAY_MS;

/** Whether an event of this kind may go to this subscriber now; decided again at each attempt. */
export function mayBeTold(
  { type, status }: { type: SubscriberType; status: SubscriberStatus },
  eventType: ToldEventType,
  settings: SubscriptionSettings,
): boolean {
  const isOn = settings.enabled && (type === "email" ? settings.allowEmail : settings.allowWebhook);
  return status === "active" && isOn && covers(settings.allowedEvents, eventType);
}
