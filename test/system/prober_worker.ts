import type { CheckRequest } from "../../src/objects/prober.ts";

export { Prober } from "../../durable/prober.ts";

/** Hands a check to the product's own Prober, by RPC as the product does. */
export default {
  async fetch(request, _env, context) {
    const { Prober } = context.exports as unknown as {
      Prober: { check(request: CheckRequest): Promise<object> };
    };
    return Response.json(await Prober.check(await request.json<CheckRequest>()));
  },
} satisfies ExportedHandler;
