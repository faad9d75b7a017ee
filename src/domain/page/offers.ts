import { type SubscriptionSettings, subscriptionSettings } from "../../schema/subscription_settings.ts";
import type { PageSnapshot } from "./view.ts";

/** Ways to follow the page that store no subscriber. */
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

/** A copy of the page that was kept by an earlier release has no settings. */
export function settingsIn({ subscriptionSettings: stored }: PageSnapshot): SubscriptionSettings {
  return subscriptionSettings.parse(stored ?? {});
}
