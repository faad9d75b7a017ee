import type { SubscriptionSettings } from "../../schema/subscription_settings.ts";
import { DEFAULT_PAGE_ID } from "../page/site.ts";

/** Other pages have feeds and the status API; emails and webhooks go to subscribers of the default page. */
export function subscriptionsOn<T extends Pick<SubscriptionSettings, "allowEmail" | "allowWebhook">>(
  pageId: number,
  settings: T,
): T {
  return pageId === DEFAULT_PAGE_ID ? settings : { ...settings, allowEmail: false, allowWebhook: false };
}
