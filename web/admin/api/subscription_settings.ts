import type { z } from "zod";
import type {
  SubscriptionOptions,
  SubscriptionSettingsAnswer,
  subscriptionSettingsChange,
} from "../../../src/schema/subscription_settings.ts";
import { request } from "../../lib/api.ts";

const PATH = "/api/v1/admin/subscribers/settings";

export async function getSubscriptionSettings(signal: AbortSignal): Promise<SubscriptionSettingsAnswer> {
  return await request("GET", PATH, { signal });
}

export async function updateSubscriptionSettings(
  body: z.input<typeof subscriptionSettingsChange>,
): Promise<SubscriptionSettingsAnswer> {
  return await request("PUT", PATH, { body });
}

export async function getSubscriptionOptions(signal: AbortSignal): Promise<SubscriptionOptions> {
  return await request("GET", "/api/v1/public/subscriptions/options", { signal });
}
