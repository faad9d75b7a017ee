import { z } from "zod";
import { EXPOSITION_TYPE } from "../../../domain/system/exposition.ts";
import { readMetrics } from "../../../service/system/metrics.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

export const metricsRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/admin/metrics",
    area: "metrics",
    summary: "Get metrics in the Prometheus text format",
    description: "Version 0.0.4. Counters are not reset by restarts.",
    response: { status: 200, schema: z.string(), type: "text/plain" },
    async handle({ context, headers }) {
      headers.set("Content-Type", EXPOSITION_TYPE);
      headers.set("Cache-Control", "no-store");
      return new Response(await readMetrics(context), { headers });
    },
  }),
];
