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
    summary: "List what was sent, is going to be sent, or was held back, newest first",
    query: deliveryQuery,
    answer: { status: 200, schema: deliveryPage },
    handle: async ({ context, query }) => await listDeliveries(context, query),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:id`,
    area,
    summary: "Read a delivery with its attempts",
    answer: { status: 200, schema: deliveryDetail },
    handle: async ({ context, id }) => await getDelivery(context, id),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/retry`,
    area,
    summary: "Send a failed delivery again",
    description: "It gets another full round of attempts.",
    answer: { status: 200, schema: deliveryDetail },
    refuses: { 409: "It has not failed." },
    handle: async ({ context, id }) => await retryDelivery(context, id),
  }),
];
