import {
  subscriptionSettingsChange,
  subscriptionSettingsResponse,
} from "../../../schema/subscription_settings.ts";
import { getSubscriptionSettings, updateSubscriptionSettings } from "../../../service/subscriber/settings.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const PATH = "/api/v1/admin/subscribers/settings";

export const subscriptionSettingsRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: PATH,
    area: "subscribers",
    summary: "Get the subscription settings",
    response: { status: 200, schema: subscriptionSettingsResponse },
    handle: async ({ context }) => await getSubscriptionSettings(context),
  }),
  endpoint({
    method: "PUT",
    path: PATH,
    area: "subscribers",
    summary: "Update the subscription settings",
    description: "Omitted fields stay unchanged.",
    body: subscriptionSettingsChange,
    response: { status: 200, schema: subscriptionSettingsResponse },
    handle: async ({ context, body }) => await updateSubscriptionSettings(context, body),
  }),
];
