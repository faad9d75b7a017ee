import { z } from "zod";
import { getReadiness } from "../../service/system/readiness.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";

export const healthRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/health",
    area: "public",
    summary: "Check that the process is running",
    response: { status: 200, schema: z.object({ status: z.literal("ok") }) },
    handle: async () => ({ status: "ok" }),
  }),
  endpoint({
    method: "GET",
    path: "/ready",
    area: "public",
    summary: "Check that the service is set up and its database responds",
    response: {
      status: 200,
      schema: z.object({ status: z.literal("ready"), problems: z.array(z.string()).optional() }),
    },
    refuses: { 503: "`status` is not_ready, and `problems` has the reasons." },
    async handle({ context }) {
      const { isReady, problems } = await getReadiness(context);
      if (isReady) return { status: "ready", ...(problems.length > 0 ? { problems } : {}) };
      return Response.json(
        { status: "not_ready", problems },
        { status: 503, headers: { "Cache-Control": "no-store" } },
      );
    },
  }),
];
