import { deliveryDetail, deliveryPage, deliveryQuery } from "../../../schema/delivery.ts";
import { getDelivery, listDeliveries, retryDelivery } from "../../../service/alert/delivery.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const ROOT = "/api/v1/admin/notifications/deliveries";
const area = "channels";

export const deliveryRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area,
    summary: "List sent, pending and suppressed deliveries, newest first",
    query: deliveryQuery,
    response: { status: 200, schema: deliveryPage },
    handle: async ({ context, query }) => await listDeliveries(context, query),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:id`,
    area,
    summary: "Get a delivery and its attempts",
    response: { status: 200, schema: deliveryDetail },
    handle: async ({ context, id }) => await getDelivery(context, id),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/retry`,
    area,
    summary: "Retry a failed delivery",
    description: "It gets a full set of new attempts.",
    response: { status: 200, schema: deliveryDetail },
    refuses: { 409: "It has not failed, so it can't be retried." },
    handle: async ({ context, id }) => await retryDelivery(context, id),
  }),
];
