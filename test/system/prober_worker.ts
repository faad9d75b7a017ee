import type { CheckRequest } from "../../src/objects/prober.ts";
import { serveOrders } from "./orders.ts";

export { Prober } from "../../durable/prober.ts";

/** Hands checks to the product's own Prober, by RPC as the product does. */
export default {
  fetch(_request, _env, context) {
    const { Prober } = context.exports as unknown as {
      Prober: { check(request: CheckRequest): Promise<object> };
    };
    return serveOrders<CheckRequest>(async (order) => await Prober.check(order));
  },
} satisfies ExportedHandler;
