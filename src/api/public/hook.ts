import { z } from "zod";
import { queryInteger } from "../../schema/common.ts";
import { takeHeartbeat } from "../../service/monitor.ts";
import { type Call, type Endpoint, endpoint } from "../endpoint.ts";

const beat = z.object({
  status: z.enum(["up", "degraded", "down"], { error: "Use up, degraded or down." }).default("up"),
  message: z.string().max(500, "Use at most 500 characters.").default(""),
  ms: queryInteger.pipe(z.int().min(0)).optional(),
});

const common = {
  path: "/api/v1/hook/:token",
  area: "public",
  query: beat,
  answer: { status: 200, schema: z.object({ ok: z.literal(true) }) },
  refuses: { 429: "More than 60 in a minute." },
} as const;

async function handle({ context, params, query }: Call<z.output<typeof beat>>) {
  const { status, message, ms = null } = query;
  await takeHeartbeat(context, params["token"] ?? "", { status, message, responseMs: ms });
  return { ok: true };
}

/** HEAD is answered as GET is. */
export const hookRoutes: readonly Endpoint[] = [
  endpoint({ ...common, method: "GET", summary: "Send a heartbeat", handle }),
  endpoint({ ...common, method: "POST", summary: "Send a heartbeat", handle }),
];
