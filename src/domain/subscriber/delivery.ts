import { DAY_MS } from "../../lib/units.ts";
import type { ToldEventType } from "../../schema/incident_status.ts";
import type { SubscriberStatus, SubscriberType } from "../../schema/subscriber.ts";
import type { SubscriptionSettings } from "../../schema/subscription_settings.ts";
import { covers } from "./scope.ts";

export const FAILURES_TO_PAUSE = 5;
export const FAILURE_TOLD_EVERY_MS = DAY_MS;

/** Decided again at each attempt. */
export function mayBeTold(
  { type, status }: { type: SubscriberType; status: SubscriberStatus },
  eventType: ToldEventType,
  settings: SubscriptionSettings,
): boolean {
  const isOn = settings.enabled && (type === "email" ? settings.allowEmail : settings.allowWebhook);
  return status === "active" && isOn && covers(settings.allowedEvents, eventType);
}
