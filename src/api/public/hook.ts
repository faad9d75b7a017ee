import { z } from "zod";
import { heartbeat, heartbeatText } from "../../schema/heartbeat.ts";
import { findHeartbeat } from "../../service/monitor/heartbeat.ts";
import { takeBeat } from "../../service/monitor/ping.ts";
import { type Call, type Endpoint, endpoint } from "../endpoint.ts";
import { readBeat } from "./beat.ts";

const common = {
  path: "/api/v1/hook/:token",
  area: "public",
  response: { status: 200, schema: z.object({ ok: z.literal(true) }) },
  refuses: {
    429: "More than 60 in a minute.",
    503: "The service is temporarily unavailable: retry the request.",
  },
} as const;

async function handle({ context, params, request, url }: Call) {
  const monitor = await findHeartbeat(context, params["token"] ?? "");
  await takeBeat(context, monitor, await readBeat(request, url));
  return { ok: true };
}

export const hookRoutes: readonly Endpoint[] = [
  endpoint({ ...common, method: "GET", summary: "Send a heartbeat", shownQuery: heartbeatText, handle }),
  endpoint({
    ...common,
    method: "POST",
    summary: "Send a heartbeat",
    description: "Reports up if the body is empty. Fields can be in the query or the body.",
    shownQuery: heartbeatText,
    shownBodies: {
      "application/json": heartbeat,
      "application/x-www-form-urlencoded": heartbeatText,
      "multipart/form-data": heartbeatText,
    },
    handle,
  }),
];
