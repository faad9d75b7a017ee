import { subscriptionOptions } from "../../schema/subscription_settings.ts";
import { getSubscriptionOptions } from "../../service/subscriber/options.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";

export const subscriptionRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    area: "public",
    path: "/api/v1/public/subscriptions/options",
    summary: "Tell which ways of following the page are offered",
    answer: { status: 200, schema: subscriptionOptions },
    refuses: { 401: "The page is private: `code` is STATUS_PAGE_PRIVATE." },
    handle: async ({ context, sessionToken }) => await getSubscriptionOptions(context, { sessionToken }),
  }),
];
