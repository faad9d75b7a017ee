import { SharedProbes } from "../../durable/watch/shared_probes.ts";
import type { CheckRequest, ProberEntrypoint } from "../../src/objects/prober.ts";
import { serveOrders } from "./orders.ts";

export { Prober } from "../../durable/prober.ts";

export interface SharedOrder {
  together: readonly CheckRequest[];
  arrivals: string;
}

export default {
  fetch(_request, _env, context) {
    const { Prober } = context.exports as unknown as { Prober: ProberEntrypoint };
    const shared = new SharedProbes(() => Prober);
    return serveOrders<CheckRequest | SharedOrder>(async (order) => {
      if (!("together" in order)) return await Prober.check(order);
      const take = async (request: CheckRequest, at: number) => {
        const answer = await shared.probe(request);
        await fetch(`${order.arrivals}/${at}`);
        return answer;
      };
      return await Promise.all(order.together.map(take));
    });
  },
} satisfies ExportedHandler;
