import { DAY_MS } from "../../lib/units.ts";
import type { NotifiedEventType } from "../../schema/incident_status.ts";
import type { SubscriberStatus, SubscriberType } from "../../schema/subscriber.ts";
import type { SubscriptionSettings } from "../../schema/subscription_settings.ts";
import { covers } from "./scope.ts";

export const FAILURES_TO_PAUSE = 5;
export const FAILURE_NOTICE_EVERY_MS = DAY_MS;

export function mayNotify(
  { type, status }: { type: SubscriberType; status: SubscriberStatus },
  eventType: NotifiedEventType,
  settings: SubscriptionSettings,
): boolean {
  const isOn = settings.enabled && (type === "email" ? settings.allowEmail : settings.allowWebhook);
  return status === "active" && isOn && covers(settings.allowedEvents, eventType);
}
