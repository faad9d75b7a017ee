import {
  subscriberDeliveryDetail,
  subscriberDeliveryPage,
  subscriberDeliveryQuery,
} from "../../../schema/subscriber_delivery.ts";
import {
  getSubscriberDelivery,
  listSubscriberDeliveries,
  retrySubscriberDelivery,
} from "../../../service/subscriber/delivery_list.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const ROOT = "/api/v1/admin/subscribers/deliveries";
const area = "subscribers";

export const subscriberDeliveryRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area,
    summary: "List sent and pending deliveries to subscribers, newest first",
    query: subscriberDeliveryQuery,
    response: { status: 200, schema: subscriberDeliveryPage },
    handle: async ({ context, query }) => await listSubscriberDeliveries(context, query),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:id`,
    area,
    summary: "Get a delivery to a subscriber and its attempts",
    response: { status: 200, schema: subscriberDeliveryDetail },
    handle: async ({ context, id }) => await getSubscriberDelivery(context, id),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/retry`,
    area,
    summary: "Retry a failed delivery to a subscriber",
    description: "It gets a full set of new attempts.",
    response: { status: 200, schema: subscriberDeliveryDetail },
    refuses: { 409: "It has not failed, so it can't be retried." },
    handle: async ({ context, id }) => await retrySubscriberDelivery(context, id),
  }),
];
