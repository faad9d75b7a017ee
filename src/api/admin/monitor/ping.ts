import { z } from "zod";
import { ping, pingWithBody } from "../../../schema/ping.ts";
import { getPing, getPings } from "../../../service/monitor/ping.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";
import { parseId } from "../../serve.ts";

const ROOT = "/api/v1/admin/monitors/:id/pings";
const area = "monitors";

export const monitorPingRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area,
    summary: "List a job's pings, newest first",
    description: "The last 100. Heartbeats that neither name nor end a run are omitted.",
    response: { status: 200, schema: z.array(ping) },
    handle: async ({ context, id }) => await getPings(context, id),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:pingId`,
    area,
    summary: "Get a ping and its output",
    response: { status: 200, schema: pingWithBody },
    handle: async ({ context, id, params }) =>
      await getPing(context, { monitorId: id, pingId: parseId(params["pingId"] ?? "") }),
  }),
];
