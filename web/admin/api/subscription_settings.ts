import type { z } from "zod";
import type {
  SubscriptionOptions,
  SubscriptionSettingsResponse,
  subscriptionSettingsChange,
} from "../../../src/schema/subscription_settings.ts";
import { request } from "../../lib/api.ts";
import { ofChosenPage } from "../../lib/chosen_page.ts";

const path = () => ofChosenPage("/subscribers/settings", "/subscriptions/settings");

export async function getSubscriptionSettings(signal: AbortSignal): Promise<SubscriptionSettingsResponse> {
  return await request("GET", path(), { signal });
}

export async function updateSubscriptionSettings(
  body: z.input<typeof subscriptionSettingsChange>,
): Promise<SubscriptionSettingsResponse> {
  return await request("PUT", path(), { body });
}

export async function getSubscriptionOptions(signal: AbortSignal): Promise<SubscriptionOptions> {
  return await request("GET", "/api/v1/public/subscriptions/options", { signal });
}
