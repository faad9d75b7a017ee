import { PUBLIC_EVENT_TYPES, type PublicEventType } from "../../../../src/schema/incident_status.ts";
import type { SubscriptionSettingsResponse } from "../../../../src/schema/subscription_settings.ts";
import { type Edited, readTimeout } from "../../../lib/edit.ts";
import { getSubscriptionSettings } from "../../api/subscription_settings.ts";
import { text as subscriber } from "../../text/subscriber.ts";
import { text } from "../../text/subscription_settings.ts";

export type SettingsValues = Omit<SubscriptionSettingsResponse, "version" | "missing" | "embedOrigins">;

export function valuesOf({
  version: _version,
  missing: _missing,
  embedOrigins: _embedOrigins,
  ...values
}: SubscriptionSettingsResponse): SettingsValues {
  return values;
}

export function withEvent(
  events: readonly PublicEventType[],
  type: PublicEventType,
  isAllowed: boolean,
): PublicEventType[] {
  return PUBLIC_EVENT_TYPES.filter((one) => (one === type ? isAllowed : events.includes(one)));
}

export function editOf(
  stored: SubscriptionSettingsResponse,
): Edited<SettingsValues, SubscriptionSettingsResponse> {
  const { enabled, allowEmail, allowWebhook, allowTeamChat, rssEnabled, apiEnabled } = text;
  const { allowedEvents, allowComponentScope } = text;
  return {
    stored,
    read: async () => await getSubscriptionSettings(readTimeout()),
    toValues: valuesOf,
    labels: {
      enabled,
      allowEmail,
      allowWebhook,
      allowTeamChat,
      rssEnabled,
      apiEnabled,
      allowedEvents,
      allowComponentScope,
    },
    describe: {
      allowedEvents: (types: readonly PublicEventType[]) =>
        types.map((type) => subscriber.events[type]).join(", ") || subscriber.noEvent,
    },
  };
}
