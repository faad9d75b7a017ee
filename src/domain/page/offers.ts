import { type SubscriptionSettings, subscriptionSettings } from "../../schema/subscription_settings.ts";
import type { PageSnapshot } from "./view.ts";

export interface PageOffers {
  rss: boolean;
  teamChat: boolean;
  api: boolean;
}

export function offersOf(settings: SubscriptionSettings, isPrivate: boolean): PageOffers {
  const isOn = settings.enabled && !isPrivate;
  return {
    rss: isOn && settings.rssEnabled,
    teamChat: isOn && settings.allowTeamChat && settings.allowedEvents.length > 0,
    api: isOn && settings.apiEnabled,
  };
}

/** Copies kept by earlier releases have no settings. */
export function settingsIn({ subscriptionSettings: stored }: PageSnapshot): SubscriptionSettings {
  return subscriptionSettings.parse(stored ?? {});
}
